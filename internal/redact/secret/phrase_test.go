package secret

import "testing"

// A password may be a phrase. It is hidden whole wherever it is given to its
// name as a literal.
func TestGivenPhrases(t *testing.T) {
	checkMarked(t, []marked{
		{"YAML", "user: bob\npassword: \"«correct horse battery staple»\"\n"},
		{"code", `passwd = '«two words here»'`},
		{"the environment", "DB_PASSWORD=\"«two blue words»\"\n"},
		{"the environment, a sentence", "DB_PASSWORD=\"«this is the one to use»\"\n"},
		{"a shell exports", "export PGPASSWORD='«two blue words»' && psql"},
		{"a shell in a shell", `bash -c 'export PGPASSWORD="«two blue words»"; psql'`},
		{"JSON", `{"user": "bob", "password": "«Correct Horse Battery Staple»"}`},
		{"JSON in a string", `"body": "{\"user\": \"bob\", \"password\": \"«two blue words»\"}"`},
		{"an argument", `login(email="a", password="«two blue words»", display_name="Biz")`},
		{"an option", `tool --password "«two blue words»" --host x`},
		{"a call", `user.set_password("«two blue words»")`},
		{"a short name", `DB_PASS="«two blue words»"`},
		{"a short name in YAML", "  db_pass: '«two blue words»'\n"},
		{"letters and digits", `"newPassword": "«a brand 9 horse»"`},
		{"an apostrophe before it", `don't tell: password = '«two blue words»'`},
		{"a connection string", `"Server=db;User Id=sa;Password=«two blue words»;Encrypt=true"`},
		{"the end of one", `"Server=db;Pwd=«two blue words»"`},
		{"libpq", `"host=db password='«two blue words»' user=app"`},
		{"a secret of the environment", `JWT_SECRET="«two blue words»"`},
		{"a secret in JSON", `"client_secret": "«two blue words»"`},
		{"a secret's key", "SECRET_KEY='«two blue words»'\n"},
		{"a secret's string", `"SecretString": "«Tr0ub4dor&3x»"`},
		{"a secret's string of a flag", `aws x --secret-string "«Tr0ub4dor&3x»"`},
		{"a password's string", `PASSWORD_STRING="«Tr0ub4dor&3x»"`},
		{"a secret's string in code", `secret_string = '«Tr0ub4dor&3x»'`},
		{"in a string that is broken", `{"content":"half password: "«two blue words»"`},
		{"a tag", `<password>«two blue words»</password>`},
	})
}

// What a form says of a password, what code puts together and what only looks
// like a value stays readable.
func TestSaidOfPasswords(t *testing.T) {
	checkMarked(t, []marked{
		{"a label", `label: "Password"`},
		{"a placeholder", `password: "Enter your password"`},
		{"a rule", `"password": "Password must have 8 letters"`},
		{"a rule without the word", `"password": "Must have 8 letters"`},
		{"a message", `"password": "the length must be between 8 and 50"`},
		{"a sentence", `"password": "Too short."`},
		{"a question", `"forgotPassword": "Lost it?"`},
		{"a name of an error", `"invalidPassword": "Wrong code given"`},
		{"a name of a form's field", `confirmPassword: "Once more"`},
		{"German", `"password": "Bitte gib es noch einmal ein"`},
		{"French", `"password": "Mot de passe oublié"`},
		{"Portuguese", `"password": "A senha deve ter no mínimo 6 caracteres"`},
		{"Vietnamese", `"password": "Nhập mật khẩu"`},
		{"a description", `{"password": "The login of the new user"}`},
		{"code that joins", `"username=" + username + "\npassword=" + password + "\n"`},
		{"code that calls", `strings.HasPrefix(e, "PWD=") || strings.HasPrefix(e, "x y")`},
		{"a list of code", `append(os.Environ(), "PWD="+cmd.Dir, "GOROOT="+root)`},
		{"names in marks", "an interactive `Username:`/`Password:` prompt on the `x` host"},
		{"tests that pass", "All tests pass: `mise run test:ci` and more"},
		{"a run over something", `first_pass: "look at all files"`},
		{"a connection string for it", `pgx-plain-password-conn-string: "host=x user=y dbname=z"`},
		{"an example", `DB_PASSWORD="your password here"`},
		{"a variable", `DB_PASSWORD="$A $B"`},
		{"an example of a secret", `JWT_SECRET="your own words here"`},
		{"a secret in a sentence", `secret: "this should be ignored"`},
		{"a secret's name", `"secret_name": "two blue words"`},
		{"a shell's commands", `cd x; password=two blue words; echo`},
	})
}
