package secret

import (
	"strings"
	"testing"
)

// Addresses of machines: what is one, and what only has dots and numbers.
func TestMachineAddresses(t *testing.T) {
	checkOwn(t, []marked{
		{"three digits at most", "at 1234.45.67.89 x"},
		{"255 is the highest", "at «203.45.67.255» x"},
		{"256 is none", "at 203.45.67.256 x"},
		{"no leading zero", "at 203.45.067.89 x"},
		{"a zero alone", "at «203.0.67.89» x"},
		{"three numbers", "at 203.45.67 x"},
		{"behind a letter", "x203.45.67.89"},
		{"behind a letter of Greek", "έ203.45.67.89"},
		{"behind a dash and a letter", "ip-203.45.67.89"},
		{"behind a dash of a list", "-«203.45.67.89»"},
		{"a name goes on", "203.45.67.89.nip.io"},
		{"a name goes on with a dash", "203.45.67.89-rc1x"[:14]},
		{"a letter behind it", "203.45.67.89x"},
		{"the end of a sentence", "at «203.45.67.89»."},
		{"a range", "«203.45.67.89»-90"},
		{"a network", "«10.0.0.0»/8"},
		{"a version ending in zeros", "203.0.0.0 x"},
		{"the own machine", "127.9.8.7"},
		{"no machine", "0.45.67.89"},
		{"a mask", "255.255.254.0"},
		{"the name of an extension", "extension 2.39.29.119"},
		{"such numbers with a port", "«2.39.29.119»:8080"},
		{"such numbers with a digit behind", "2.39.29.119:8"},
		{"such numbers in a URL", "http://«2.39.29.119»/x"},
		{"such numbers behind a user", "bob@«2.39.29.119»"},
		{"such numbers of a network", "«2.39.29.119»/24"},
		{"second number from forty on", "at «2.40.29.119» x"},
		{"first number from three on", "at «3.39.29.119» x"},
		{"small numbers are a version", "at 19.19.19.19 x"},
		{"one of twenty is enough", "at «20.19.19.19» x"},
		{"one of twenty is enough", "at «19.20.19.19» x"},
		{"one of twenty is enough", "at «19.19.20.19» x"},
		{"one of twenty is enough", "at «19.19.19.20» x"},
		{"ten opens private networks", "at «10.1.2.3» x"},
		{"the path of a drawing", "M 118, 203.45.67.89, 12"},
		{"a list of addresses", "hosts: «203.45.67.89», «203.45.67.90»"},
	})
	checkOwn(t, each("a version", "% 203.45.67.89", `version ver ver. release build rev driver sdk framework jdk pkgver section sections § clause
		chapter oid objectidentifier rfc fileversion assemblyversion nuget Version: version=`))
	checkOwn(t, each("a version", "%203.45.67.89", `== >= <= ~= ^ ~ chrome/`))
	checkOwn(t, []marked{
		{"a server is none", "server «203.45.67.89»"}, {"nor what is over", "moved over 203.45.67.89"[:11] + "«203.45.67.89»"},
		{"a version", "bump x to 203.45.67.89"}, {"a version", "upgrade to 203.45.67.89"},
		{"a path", " /«203.45.67.89»"}, {"a path of a program", "app/203.45.67.89"},
	})
	checkOwn(t, each("small numbers that a word makes an address", "% «1.2.3.4»", "ip host addr server ssh ping dns curl gateway client peer remote node"))
	checkOwn(t, []marked{
		{"in full", "at «2001:db8:85a3:1:2:8a2e:370:7334» x"},
		{"with an older address in it", "at «fe80::203.45.67.89» x"},
		{"the own machine", "at ::1 x"},
		{"all zero", "at :: x"},
		{"to many", "at ff02::1:2:3 x"},
		{"in brackets", "[«2001:db8::1:2»]:443"},
		{"behind a word", "x2001:db8::1:2"},
		{"with a word behind", "2001:db8::1:2x"},
		{"a name of C++", "at abc::def x"},
		{"no digit", "at 2a0f::"[:3] + "abc::def:abc:fed x"},
		{"a known start needs no third colon", "at «fe80::8a2e» x"},
		{"an unknown start does", "at 1abc::8a2e x"},
		{"more than an address holds", "at 2001:db8:1:2:3:4:5:6:7:8 x"},
		{"a colon of the sentence", "at «2001:db8::1:2»: x"},
		{"a prefix", "at «2001:db8::»/32"},
	})
	checkOwn(t, each("a start that is known", "at «%» x", "fe80::8a2e 2001::8a2e 2a01::8a2e 2606::8a2e 240e::8a2e 2804::8a2e"))
	checkOwn(t, []marked{
		{"behind hwaddr", "HWaddr «00:1a:2b:3c:4d:5e»"},
		{"behind lladdr", "lladdr «00:1a:2b:3c:4d:5e» REACHABLE"},
		{"behind two words", "mac address: «00:1a:2b:3c:4d:5e»"},
		{"behind one", "macaddress=«00:1a:2b:3c:4d:5e»"},
		{"behind a name", `"mac_address": "«aa:1a:2b:3c:4d:5e»"`},
		{"letters first", "ether «ab:cd:ef:3c:4d:5e»"},
		{"five pairs", "ether 00:1a:2b:3c:4d x"},
		{"seven pairs are a print", "ether 00:1a:2b:3c:4d:5e:6f"},
		{"no word before", "at 00:1a:2b:3c:4d:5e x"},
	})
}

// Numbers of people: cards, telephones, accounts.
func TestNumbersOfPeople(t *testing.T) {
	checkOwn(t, []marked{
		{"American Express has fifteen", "card «371449635398431» x"},
		{"in its groups", "card «3714 496353 98431» x"},
		{"34 opens one too", "card «343434343434343» x"},
		{"36 does not", "card 360000000000008 x"},
		{"51 opens Mastercard", "card «5105105105105100» x"},
		{"50 does not", "card 5018000000000009 x"},
		{"55 does", "card «5500005555555559» x"},
		{"56 does not", "card 5600000000000003 x"},
		{"2221 does", "card «2221000000000009» x"},
		{"2220 does not", "card 2220000000000000 x"},
		{"2720 does", "card «2720990000000007» x"},
		{"2721 does not", "card 2721000000000004 x"},
		{"6011 is Discover", "card «6011111111111117» x"},
		{"65 too", "card «6500000000000002» x"},
		{"35 is JCB", "card «3530111333300000» x"},
		{"dashes", "card «4111-1111-1111-1111» x"},
		{"two groups are no card's", "card 41111111 11111111 x"},
		{"groups of three", "card 411 111 111 111 1111 x"},
		{"fourteen digits", "card 41111111111111 x"},
		{"in a longer number", "card 41111111111111113 x"},
		{"part of a decimal", "card 4111111111111111.5 x"},
		{"a price's point", "card «4111111111111111». x"},
		{"an addition", "1+4111111111111111"},
		{"a path", "/4111111111111111"},
		{"a path goes on", "4111111111111111/x"},
		{"a mailbox", "4111111111111111@host"},
		{"a value", "id=4111111111111111"},
		{"behind much text, whatever its place", strings.Repeat("x", 13) + " «4111 1111 1111 1111» x"},
	})
	for n := range 9 {
		checkOwn(t, []marked{{"at any place of the text", strings.Repeat("x", n) + " «4111 1111 1111 1111», «378282246310005»."}})
	}
	checkOwn(t, []marked{
		{"ten digits with marks", "call «+49 15123456»"[:len("call «+49 15123456»")]},
		{"nine digits with marks", "call +49 1512345 x"},
		{"ten digits without", "call +4915123456, x"},
		{"eleven without", "call «+49151234567», x"},
		{"fifteen", "call «+491512345678901» x"},
		{"sixteen", "call +4915123456789012 x"},
		{"a zero behind the plus", "call +0151 23456789 x"},
		{"dots", "call «+49.151.2345.6789» x"},
		{"two blanks end it", "call «+49 151 23456789»  12"},
		{"a date", "+2024-01-31 10 x"},
		{"a decimal", "x +49 151 23456.5 x"},
		{"behind a plus", "++49 151 23456789"},
		{"behind a dash", "-+49 151 23456789"},
		{"behind a slash", "/+49 151 23456789"},
		{"with a letter behind", "+49 151 23456789x"},
		{"with a domain behind", "+49 151 23456789.com"},
		{"a line of a patch, lines behind", "+49 151 23456789\n-49\n"},
		{"a line of a patch, lines before", "@@ -1 +1 @@\n+49 151 23456789"},
		{"a line of its own", "call\n«+49 151 23456789»\nor write"},
		{"the first line", "«+49 151 23456789»\nor write"},
	})
	checkOwn(t, each("a word that names it", "% «0151 2345 678»", "phone: tel: mobile telefon téléphone teléfono whatsapp 电话 手机 電話 Telefon:"))
	checkOwn(t, []marked{
		{"two words", "call me at «0151 2345 678»"},
		{"nine digits are enough", "phone «012345678» x"},
		{"eight are not", "phone 01234567 x"},
		{"fifteen", "phone «012345678901234» x"},
		{"sixteen", "phone 0123456789012345 x"},
		{"on the next line", "phone\n0151 2345 678"},
		{"far away", "phone is what the customer has 0151 2345 678"},
		{"part of a word", "phone x0123456789"},
		{"in another word", "saxophone 0151 2345 678"},
		{"a German date", "phone 31.01.2024 12 1"},
		{"an American date", "phone 2024-01-31 12 1"},
		{"three groups that are no date", "phone «2524-011-312»"},
		{"with a letter behind", "phone 0151 2345 678x"},
	})
	checkOwn(t, []marked{
		{"fifteen letters and digits", "IBAN: «NO9386011117947» x"},
		{"fourteen", "IBAN: NO938601111794 x"},
		{"thirty-four", "IBAN: «MT84MALT011000012345MTLCAST001S123» x"},
		{"thirty-five", "IBAN: MT84MALT011000012345MTLCAST001S12345 x"},
		{"digits must follow the country", "IBAN: DEX9370400440532013000"},
		{"letters must name it", "IBAN: D189370400440532013000"},
		{"a name for it", `"iban": "«DE89370400440532013000»"`},
		{"nine digits", "ssn=«123456789» x"},
		{"eight", "ssn=12345678 x"},
		{"ten", "ssn=1234567890 x"},
		{"behind two words", "Social Security No: «123-45-6789»"},
		{"on the next line", "ssn\n123-45-6789"},
		{"a word behind", "ssn 123-45-6789x"},
	})
}

// Names in addresses and in the paths of homes.
func TestNamesOfPeople(t *testing.T) {
	checkOwn(t, each("the end of a file", "x icon@mail.% x", `png jpg jpeg gif svg webp ico js mjs cjs ts tsx jsx css scss html json yaml yml toml xml lock service timer socket target
		txt log go rb java sql env cfg ini cpp mdx ipynb jsonl csv PNG`))
	checkOwn(t, each("a country's", "write «anna@mail.%» x", "md py rs sh pl ps cs io de"))
	checkOwn(t, each("of two letters before: a file's", "write an@mail.% x", "md py rs sh pl ps cs vue"))
	checkOwn(t, each("a capital: a file's", "write anna@Mail.% x", "md py rs sh"))
	checkOwn(t, each("nobody's", "write %@mail.test x", "git hg svn noreply no-reply donotreply NoReply"))
	checkOwn(t, each("a cipher", "use aes256-gcm@% x", "openssh.com libssh.org"))
	checkOwn(t, []marked{
		{"other alphabets", "пишите «иван@почта.рф» x"},
		{"a script without blanks ends it", "写给«anna@mail.test»吧"},
		{"marks of the sentence", "(«anna@mail.test»), '«bob@mail.test»'"},
		{"marks inside", "write «anna+x_y%z-1@mail.test» x"},
		{"a domain with dashes", "write «anna@my-mail.co.test» x"},
		{"no top level", "write anna@mail x"},
		{"one letter as top level", "write anna@mail.x y"},
		{"digits as top level", "write anna@mail.12 x"},
		{"a top level of Punycode", "write «anna@mail.xn--p1ai» x"},
		{"a domain of dashes", "write anna@--.test x"},
		{"a dot at the end of the sentence", "write «anna@mail.test». Then"},
		{"no letter before", "write ._.@mail.test x"},
		{"a user in a URL is another rule's", "see ssh://git@mail.test/x"},
		{"behind a URL", "see https://x.test/a «anna@mail.test»"},
		{"in a URL's path", "see https://x.test/«anna@mail.test»"},
	})
	checkOwn(t, each("nobody's home", "in /home/%/x", `user users username name you me your yourname your-name your_name your-username your_username
		shared public default all guest admin administrator root ubuntu debian centos fedora ec2-user runner
		runneradmin node app git www www-data vagrant vscode codespace coder gitpod jovyan linuxbrew
		dev deploy docker nobody nonroot pi home node_modules index.js foo bar xxx x test testuser example Admin`))
	checkOwn(t, each("where homes stand", "% x", `file:///home/«anna» file:/home/«anna» /var/home/«anna» /export/home/«anna» /usr/home/«anna» /mnt/c/Users/«anna» /mnt/d/Users/«anna»
		/c/Users/«anna» /d/Users/«anna» /Volumes/Data/Users/«anna» C:/Users/«anna» D:/Users/«anna» c:/users/«anna» /System/Volumes/Data/Users/«anna»
		/host/home/«anna» /host_mnt/Users/«anna» vscode-remote:/home/«anna» -v/home/«anna» X=/home/«anna» (/home/«anna»)`))
	checkOwn(t, []marked{
		{"a folder of a project", "src/home/anna/x"},
		{"a folder of a home", "~/home/anna"},
		{"a folder below", "./home/anna"},
		{"a page", "https://x.test/users/anna"},
		{"homes in small letters without a drive", "/users/anna/x"},
		{"a variable", "/home/$USER/x"},
		{"a name with a dollar at its end", "/home/«anna»$ ls"},
		{"a dot of the sentence", "in /home/«anna»."},
		{"a name with marks", "/home/«anna.b-c_d»/x"},
		{"a mail address as name", "/home/«anna@mail.test»/x"},
		{"two slashes", "/home//«anna»/x"},
		{"backslashes doubled", `C:\\Users\\«anna»\\x`},
		{"a name of two words", `C:\Users\«Anna Lee»\x`},
		{"a blank that ends the path", `C:\Users\«Anna» said so`},
		{"other letters", "/home/«jürgen»/x"},
		{"prose of another script behind", "/home/«anna»。x"},
		{"no name", "/home/_/x"},
		{"a folder named by a path", "-home-«anna»-work"},
		{"such a folder in a word", "x-home-anna-work"},
		{"such a folder in small letters", "-users-anna-work"},
		{"its name has a dash where the path says so", "/home/«anna-lee»/w and -home-«anna-lee»-w"},
		{"else it ends at the dash", "-home-«anna»-lee-w"},
	})
}

// Credentials in URLs, headers and on command lines.
func TestCredentialsInPlaces(t *testing.T) {
	checkOwn(t, []marked{
		{"the last @ of the authority counts", "https://«bob:p@ss»@x.test/a"},
		{"a slash may stand in a password", "https://«bob:p/ss»@localhost/a"},
		{"a port is no password", "https://x.test:8080/a@b"},
		{"a path has no password", "https://x.test/a:b@c"},
		{"a query neither", "https://x.test?a=b@c"},
		{"a name alone", "https://«alice»@x.test"},
		{"a version tool's name", "svn://svn@x.test ssh://hg@x.test ssh://git@x.test"},
		{"an empty name and password", "https://:@x.test"},
		{"a password alone", "redis://:«»pw1234@x.test"[:len("redis://")] + "«:pw1234»@x.test"},
		{"filled in elsewhere", "https://bob:${PW}@x.test"},
		{"filled in by a page", "https://bob:{{pw}}@x.test"},
		{"told as an example", "https://bob:<pw>@x.test"},
		{"told as a place", "https://bob:[pw]@x.test"},
		{"stars", "https://bob:****@x.test"},
		{"crosses", "https://bob:xxxx@x.test"},
		{"dots", "https://bob:...@x.test"},
		{"a format", "https://bob:%s@x.test"},
		{"a variable of Windows", "https://bob:%PW1%@x.test"},
		{"a password that begins with a percent", "https://«bob:%41bc»@x.test"},
		{"a quote ends it", `"https://x.test" and "bob@y"`},
		{"the host may be a variable", "https://«bob:pw1234»@$HOST/x"},
		{"the host may be an address", "https://«bob:pw1234»@[«fe80::1»]/x"},
		{"no host", "https://bob:pw1234@ x"},
		{"no scheme", "see ://bob:pw1234@x.test"},
	})
	key := long(20)
	checkOwn(t, []marked{
		{"a scheme", "Authorization: Basic «" + key + "»"},
		{"any scheme", "authorization: ApiKey «" + key + "»"},
		{"none", "Authorization: «" + long(28) + "»"},
		{"in a list", `["Authorization", "Bearer «` + key + `»"]`},
		{"in a map", `{"Authorization": "Bearer «` + key + `»"}`},
		{"an arrow", `'Authorization' => 'Bearer «` + key + `»'`},
		{"seven characters", "Authorization: Bearer a1b2c3d"},
		{"eight", "Authorization: Bearer «a1b2c3d4»"},
		{"words", "Authorization: Bearer my-session-cache-2"},
		{"an address", "Authorization: Bearer https://x1.test"},
		{"a template", "Authorization: Bearer ${TOKEN_1}"},
		{"bearer alone", "bearer=«" + key + "»"},
		{"in a query", "x?h=Bearer«%20" + key + "»"},
		{"in a word", "forbearer " + key},
		{"in a name of code", "setBearer «" + key + "»"},
		{"no colon", "authorization header " + key},
		{"marks of the sentence", "Bearer «" + key + "»."},
	})
	checkOwn(t, each("opens something", "/a?%=«"+key+"»", `token key sig signature secret password passwd pwd code auth jwt credential session sessionid sid ticket hmac assertion otp nonce api_key x-token`))
	checkOwn(t, []marked{
		{"after an ampersand", "/a?x=1&token=«" + key + "»&y=2"},
		{"after a semicolon", "/a?x=1;token=«" + key + "»;y"},
		{"after a hash", "/a#token=«" + key + "»"},
		{"no query", "nonce=" + key},
		{"five characters", "/a?sid=a1b2c"},
		{"six", "/a?sid=«a1b2c3»"},
		{"no digit", "/a?sid=abcdefghijklm"},
		{"no digit, but long", "/a?sid=«abcdefghijklmnopqrst»"},
		{"a number", "/a?sid=12345678901"},
		{"a long number", "/a?sid=«123456789012»"},
		{"a template", "/a?sid=${S1D2}x"},
		{"a mark ends it", "/a?sid=«a1b2c3»)"},
		{"the sentence ends it", "/a?sid=«a1b2c3»."},
		{"sixteen of a key", "sig=«a1b2c3d4e5f6g7h8»"},
		{"fifteen", "sig=a1b2c3d4e5f6g7h"},
		{"no digit", "AccountKey=abcdefghijklmnopqrst"},
		{"a signed address", "x.test/c/d;SharedAccessSignature=«a1b2c3d4e5f6g7h8»"},
		{"all long values of a cookie", "Cookie: a=«a1b2c3d4e5f6»; b=c; d=«a1b2c3d4e5f7»"},
		{"a short one", "Cookie: a=a1b2c3d4e5f"},
		{"a cookie of code", `"Cookie": "a=«a1b2c3d4e5f6»"`},
		{"a cookie in quotes", `{'cookie': 'a=«a1b2c3d4e5f6»; b=x'}`},
		{"what is no pair", "Cookie: a1b2c3d4e5f6; b=a1b2c3d4e5f6"},
		{"a cookie that is words", "Cookie: a=preferdarkmode"},
	})
	checkOwn(t, []marked{
		{"for curl", "curl -u «bob:pw1» x.test"},
		{"for wget", "wget --user=«bob:pw1» x.test"},
		{"a proxy's", "curl --proxy-user «bob:pw1» x.test"},
		{"an address behind", "fetch -u «bob:pw1» http://x.test"},
		{"another command", "sort -u bob:pw1 x"},
		{"glued", "curl -u«bob:pw1» x.test"},
		{"in quotes with a blank", `curl -u "«bob:p w1»" x.test`},
		{"two letters of password", "curl -u bob:pw x.test"},
		{"numbers", "curl -u 1000:1000 x.test"},
		{"numbers and letters", "curl -u «1000:100a» x.test"},
		{"a path", "curl -u /a/b:pw12 x.test"},
		{"an address", "curl -u http://x.test"},
		{"no password", "curl -u bob x.test"},
		{"filled in", "curl -u $BOB:pw12 x.test"},
		{"filled in", "curl -u bob:$PW12 x.test"},
	})
	checkOwn(t, each("glued to -p", "% -u root -p«a1b2» x", "mysql mysqldump mariadb mysqladmin"))
	checkOwn(t, []marked{
		{"a blank: another argument", "mysql -u root -p a1b2"},
		{"a blank is allowed", "sshpass -p «a1b2» ssh x"},
		{"a blank is allowed", "docker login -u bob -p «a1b2»"},
		{"in quotes", "sshpass -p '«a1 b2»' ssh x"},
		{"another flag", "redis-cli -p 6379 -a «a1b2» ping"},
		{"two letters", "sshpass -p a1 ssh x"},
		{"the long flag's name", "mysql -password x"},
		{"a port", "mysql -port 33"},
		{"another command of the line", "mysql x | grep -pa1b2"},
		{"the next line", "mysql x\nrun -pa1b2"},
		{"filled in", "sshpass -p $PW12 ssh x"},
		{"a machine with an account", "machine x.test account bob password «qwert»"},
		{"no login", "machine x.test password qwert"},
		{"two letters", "machine x.test login bob password pl"},
		{"a word", "machine x.test login bob password required"},
		{"a longer word", "xmachine x.test login bob password qwert"},
		{"forty-one letters are not a key's", `{"kty":"EC","d":"` + long(39) + `"}`},
		{"a JSON key with blanks", `{"kty":"EC","d": "«` + long(43) + `»"}`},
		{"thirty-two of an id", `"private_key_id": "«` + hexLong(32) + `»"`},
		{"thirty-one", `"private_key_id": "` + hexLong(31) + `"`},
	})
}
