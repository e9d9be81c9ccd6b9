package secret

import "strings"

// form is the look of a vendor's tokens: a prefix in exact case, then letters
// of an alphabet. The vendored file asks for the exact length and for some
// entropy; this list is looser, since tokens in prose are cut, masked in part
// or of the next version's length.
type form struct {
	id, name, about string
	prefixes        []string
	letters         class
	least           int // letters behind the prefix
	digits          int // at least so many of them digits
}

func forms() []form {
	const url = base64URL
	return []form{
		{"aws-access-key", "AWS_ACCESS_KEY", "Access key id of AWS.", []string{"AKIA", "ASIA", "ABIA", "ACCA", "AIDA", "AROA"}, upper | digit, 16, 0},
		{"aws-session-token", "AWS_SESSION_TOKEN", "Session token of AWS.", []string{"IQoJb3JpZ2lu", "FwoGZXIvYXdz", "FQoGZXIvYXdz", "AQoDYXdz"}, base64Std | equals, 60, 2},
		{"aws-bedrock-key", "AWS_BEDROCK_KEY", "Key of Amazon Bedrock.", []string{"ABSK", "bedrock-api-key-"}, base64Std | equals, 60, 2},
		{"anthropic-key", "ANTHROPIC_API_KEY", "Key of Anthropic.", []string{"sk-ant-"}, url, 16, 0},
		{"openai-key", "OPENAI_API_KEY", "Key of OpenAI or of a service that follows its form.", []string{"sk-", "sess-"}, url, 20, 3},
		{"github-token", "GITHUB_TOKEN", "Token of GitHub.", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, word, 16, 1},
		{"gitlab-token", "GITLAB_TOKEN", "Token of GitLab.", []string{"glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glsoat-", "gloas-", "glimt-", "glagent-", "glft-", "glffct-"}, url | dot, 16, 0},
		{"slack-token", "SLACK_TOKEN", "Token of Slack.", []string{"xoxa-", "xoxb-", "xoxp-", "xoxe-", "xoxs-", "xoxr-", "xoxo-", "xoxc-", "xoxd-", "xapp-"}, url | dot | percent, 12, 2},
		{"slack-webhook", "SLACK_WEBHOOK", "Path of a Slack webhook.", []string{"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"}, url | slash, 20, 1},
		{"discord-webhook", "DISCORD_WEBHOOK", "Path of a Discord webhook.", []string{"discord.com/api/webhooks/", "discordapp.com/api/webhooks/"}, url | slash, 24, 8},
		{"google-api-key", "GOOGLE_API_KEY", "Key of a Google API.", []string{"AIza"}, url, 30, 0},
		{"google-oauth", "GOOGLE_OAUTH", "Access token, refresh token or client secret of Google.", []string{"ya29.", "GOCSPX-", "1//0"}, url | dot, 20, 1},
		{"huggingface-token", "HUGGINGFACE_TOKEN", "Token of Hugging Face.", []string{"hf_", "api_org_"}, alnum, 24, 0},
		{"npm-token", "NPM_TOKEN", "Token of npm.", []string{"npm_"}, alnum, 24, 2},
		{"pypi-token", "PYPI_TOKEN", "Token of PyPI.", []string{"pypi-AgE"}, url, 24, 1},
		{"stripe-key", "STRIPE_KEY", "Secret key of Stripe.", []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_", "whsec_"}, alnum | plus | slash | equals, 10, 1},
		{"sendgrid-key", "SENDGRID_KEY", "Key of SendGrid.", []string{"SG."}, url | dot, 40, 2},
		{"twilio-key", "TWILIO_KEY", "Key or account of Twilio.", []string{"SK", "AC"}, digit | hexLetter, 32, 4},
		{"mailgun-key", "MAILGUN_KEY", "Key of Mailgun.", []string{"key-"}, digit | hexLetter, 32, 6},
		{"brevo-key", "BREVO_KEY", "Key of Brevo.", []string{"xkeysib-", "xsmtpsib-"}, url, 32, 4},
		{"digitalocean-token", "DIGITALOCEAN_TOKEN", "Token of DigitalOcean.", []string{"dop_v1_", "doo_v1_", "dor_v1_"}, hexa, 24, 2},
		{"docker-token", "DOCKER_TOKEN", "Access token of Docker Hub.", []string{"dckr_pat_", "dckr_oat_"}, url, 16, 1},
		{"shopify-token", "SHOPIFY_TOKEN", "Token of Shopify.", []string{"shpat_", "shpca_", "shppa_", "shpss_"}, hexa, 24, 2},
		{"square-token", "SQUARE_TOKEN", "Token of Square.", []string{"sq0atp-", "sq0csp-", "EAAAE"}, url, 22, 1},
		{"vault-token", "VAULT_TOKEN", "Token of HashiCorp Vault.", []string{"hvs.", "hvb.", "hvr."}, url, 20, 1},
		{"terraform-token", "TERRAFORM_TOKEN", "Token of HCP Terraform.", []string{".atlasv1."}, url, 40, 2},
		{"databricks-token", "DATABRICKS_TOKEN", "Token of Databricks.", []string{"dapi"}, hexa, 32, 4},
		{"linear-key", "LINEAR_KEY", "Key of Linear.", []string{"lin_api_", "lin_oauth_"}, alnum, 24, 2},
		{"notion-token", "NOTION_TOKEN", "Token of Notion.", []string{"ntn_", "secret_"}, alnum, 40, 3},
		{"figma-token", "FIGMA_TOKEN", "Token of Figma.", []string{"figd_", "figo_"}, url, 24, 1},
		{"postman-key", "POSTMAN_KEY", "Key of Postman.", []string{"PMAK-"}, url, 32, 4},
		{"newrelic-key", "NEWRELIC_KEY", "Key of New Relic.", []string{"NRAK-", "NRJS-", "NRII-", "NRAA-"}, alnum | dash, 16, 1},
		{"grafana-token", "GRAFANA_TOKEN", "Token of Grafana.", []string{"glsa_", "glc_"}, alnum | underscore | plus | slash | equals, 24, 1},
		{"sentry-token", "SENTRY_TOKEN", "Token of Sentry.", []string{"sntrys_", "sntryu_"}, alnum | underscore | plus | slash | equals, 24, 1},
		{"atlassian-token", "ATLASSIAN_TOKEN", "Token of Atlassian.", []string{"ATATT3", "ATCTT3", "ATBB"}, url | equals, 24, 3},
		{"supabase-token", "SUPABASE_TOKEN", "Token of Supabase.", []string{"sbp_", "sb_secret_"}, url, 24, 2},
		{"planetscale-token", "PLANETSCALE_TOKEN", "Token or password of PlanetScale.", []string{"pscale_tkn_", "pscale_pw_", "pscale_oauth_"}, url | dot | equals, 24, 1},
		{"doppler-token", "DOPPLER_TOKEN", "Token of Doppler.", []string{"dp.pt.", "dp.st.", "dp.ct.", "dp.sa."}, alnum | dot | dash | underscore, 24, 2},
		{"nvidia-key", "NVIDIA_KEY", "Key of NVIDIA.", []string{"nvapi-"}, url, 24, 2},
		{"model-key", "MODEL_KEY", "Key of a service for language models.", []string{"gsk_", "pplx-", "tvly-", "xai-", "r8_", "fw_", "csk-"}, url, 24, 1},
		{"tailscale-key", "TAILSCALE_KEY", "Key of Tailscale.", []string{"tskey-"}, url, 16, 1},
		{"posthog-key", "POSTHOG_KEY", "Personal key of PostHog.", []string{"phx_", "phs_"}, alnum, 32, 2},
		{"onepassword-token", "ONEPASSWORD_TOKEN", "Token of 1Password.", []string{"ops_eyJ", "A3-"}, base64URL | plus | slash | equals, 24, 3},
		{"age-key", "AGE_KEY", "Secret key of age.", []string{"AGE-SECRET-KEY-1"}, upper | digit, 40, 1},
		{"facebook-token", "FACEBOOK_TOKEN", "Access token of Facebook.", []string{"EAACEdEose0cBA", "EAAC", "EAAM", "EAAB", "EAAG"}, alnum, 60, 4},
		{"firebase-key", "FIREBASE_KEY", "Key of Firebase Cloud Messaging.", []string{":APA91b"}, url, 60, 4},
		{"dynatrace-token", "DYNATRACE_TOKEN", "Token of Dynatrace.", []string{"dt0c01.", "dt0s01.", "dt0s16."}, upper | digit | lower | dot, 40, 2},
		{"azure-client-secret", "AZURE_SECRET", "Client secret of Azure.", []string{"8Q~", "7Q~"}, url | dot | tilde, 30, 1},
		{"password-hash", "PASSWORD_HASH", "Hash of a password.", []string{"$2a$", "$2b$", "$2y$", "$argon2id$", "$argon2i$", "$6$", "$5$", "$y$", "$scrypt$", "$pbkdf2"}, alnum | dot | slash | plus | equals | comma | bang | dash | underscore, 30, 2},
	}
}

// formRun is how far a token is followed at first, in bytes.
const formRun = 512

// formRules makes a rule of each form.
func formRules() []ownRule {
	var rules []ownRule
	for _, f := range forms() {
		keywords := make([]string, 0, len(f.prefixes))
		for _, p := range f.prefixes {
			if k := strings.ToLower(p); len(keywords) == 0 || keywords[len(keywords)-1] != k {
				keywords = append(keywords, k)
			}
		}
		rules = append(rules, ownRule{
			id: f.id, name: f.name, about: f.about, rank: rankForm, keywords: keywords,
			match: func(s *scan, r *rule, from, to int) { s.form(r, &f, from, to) },
		})
	}
	return rules
}

// form hides a token of a vendor's form.
func (s *scan) form(r *rule, f *form, from, to int) {
	text := s.text
	// A prefix that opens with a letter must open the word.
	if is(text[from], alnum) && isAt(text, from-1, alnum|underscore) && !(f.id == "azure-client-secret") {
		return
	}
	exact := false
	for _, p := range f.prefixes {
		exact = exact || text[from:to] == p
	}
	if !exact {
		return
	}
	end := run(text, to, formRun, f.letters)
	if end-to < f.least {
		return
	}
	if end-to == formRun { // a blob, or a token of unusual length: once per run
		if from < s.formed {
			return
		}
		end = run(text, end, longest, f.letters)
		s.formed = end
	}
	// A prefix of letters alone also stands in the middle of blobs.
	if all(text[from:to], alpha) && (f.letters&slash != 0 || f.least >= 60) {
		if isAt(text, from-1, slash|plus) {
			return
		}
	}
	// What is shorter than its alphabet's run is part of something else, such
	// as a name in camel case, unless the alphabet holds all word bytes.
	if f.letters&word != word && isAt(text, end, alnum|underscore) && f.least >= 16 && f.letters&plus == 0 {
		return
	}
	body := strings.TrimRight(text[to:end], ".,/=!*#$^")
	if len(body) < f.least || count(body, digit) < f.digits || repeated(body) || placeholderLike(strings.ToLower(body)) && count(body, digit) < 3 {
		return
	}
	switch f.id {
	case "aws-access-key":
		if end-to > 20 {
			return
		}
		s.add(r, from, to+len(body))
		s.awsSecretBehind(end)
		return
	case "twilio-key", "mailgun-key", "databricks-token":
		if end-to > f.least {
			return
		}
	case "openai-key":
		// Names of style sheets are words joined by dashes.
		if !mixed(body) {
			return
		}
	case "terraform-token":
		from = runBack(text, from, 24, alnum)
	case "firebase-key":
		from = runBack(text, from, 64, base64URL)
	case "azure-client-secret":
		from = runBack(text, from, 3, word|tilde|dot)
	}
	s.add(r, from, to+len(body))
}

// awsSecretBehind hides the secret that follows an access key id of AWS within
// a line or two, as in a CSV file or an answer of the command line.
func (s *scan) awsSecretBehind(i int) {
	text := s.text
	limit := min(len(text), i+160)
	for i < limit {
		if !is(text[i], base64Std) {
			i++
			continue
		}
		end := run(text, i, 64, base64Std)
		if value := text[i:end]; len(value) == 40 && count(value, digit) > 0 && count(value, upper) > 1 && count(value, lower) > 1 {
			s.addBy("aws-secret-key", i, end)
			return
		}
		i = end
	}
}

// repeated reports a value of few different bytes: xxxxxxxx, 00000000, abcabc.
func repeated(value string) bool {
	var seen [256]bool
	n := 0
	for i := range len(value) {
		if !seen[value[i]|0x20] {
			seen[value[i]|0x20] = true
			n++
		}
	}
	return n < 5 && len(value) > 6
}

// mixed reports whether a stretch of letters and digits between dashes and
// underscores is more than a word or a number.
func mixed(value string) bool {
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r == '-' || r == '_' }) {
		if len(part) >= 10 && count(part, digit) > 0 && count(part, alpha) > 1 {
			return true
		}
	}
	return false
}

// telegram hides a bot's token: its number, ":AA" and 33 letters.
func (s *scan) telegram(r *rule, from, to int) {
	start := runBack(s.text, from, 12, digit)
	end := run(s.text, to, 64, base64URL)
	if from-start >= 7 && s.text[from:to] == ":AA" && end-to >= 30 && end-to <= 36 {
		s.add(r, start, end)
	}
}

// seed hides the words of a wallet's recovery phrase.
func (s *scan) seed(r *rule, from, to int) {
	text := s.text
	at := to
	for at < len(text) && at-to < 24 && !is(text[at], lower) || strings.HasPrefix(text[min(at, len(text)):], "is ") || strings.HasPrefix(text[min(at, len(text)):], "are ") {
		at++
		for isAt(text, at-1, lower) && isAt(text, at, lower) {
			at++
		}
	}
	end, words := at, 0
	for i := at; i < len(text) && words < 24; {
		next := run(text, i, 9, lower)
		if next-i < 3 || next-i > 8 {
			break
		}
		words++
		end = next
		if !isAt(text, next, space|comma|dash) {
			break
		}
		i = run(text, next, 3, space|comma|dash)
	}
	if words >= 12 {
		s.add(r, at, end)
	}
}
