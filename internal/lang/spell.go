package lang

import "strings"

// IsCode reports whether a name is one that OfFile gives to some file, or the name
// of a language whose files have no name of their own: what somebody else may call
// the language of a session.
func IsCode(name string) bool {
	if strings.Contains(unfiled, " "+name+" ") && name != "" && !strings.Contains(name, " ") {
		return true
	}
	for _, names := range []map[string]string{byName, byExtension} {
		for _, l := range names {
			if l == name && l != "" {
				return true
			}
		}
	}
	return false
}

// unfiled are languages that are talked about without a file of theirs.
const unfiled = " ada apl assembly awk basic cobol delphi fortran matlab pascal prolog regex scheme smalltalk spreadsheet vba verilog vhdl "

// IsHuman reports whether code is an ISO 639-1 code of a human language.
func IsHuman(code string) bool {
	return len(code) == 2 && code[0] >= 'a' && code[0] <= 'z' && code[1] >= 'a' && code[1] <= 'z' && strings.Contains(iso639, " "+code+" ")
}

// iso639 are the codes of ISO 639-1, all of them.
const iso639 = " aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "

// IsProse reports whether what is written in a language, spelled as by OfFile, is read
// by people and run by nobody: a document's markup, or "" for a text without any.
func IsProse(name string) bool {
	switch name {
	case "", "markdown", "rst", "asciidoc", "org", "latex", "typst":
		return true
	}
	return false
}
