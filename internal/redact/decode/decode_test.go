package decode

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

func TestTextComesOut(t *testing.T) {
	for _, text := range []string{"password: Zx81!kkq and more", "größer als zwölf", "two\nlines\tof text"} {
		for _, run := range []string{base64.RawStdEncoding.EncodeToString([]byte(text)), base64.RawURLEncoding.EncodeToString([]byte(text))} {
			if got := Base64(run); got != text {
				t.Errorf("%s is %q, want %q", run, got, text)
			}
		}
		for _, run := range []string{hex.EncodeToString([]byte(text)), strings.ToUpper(hex.EncodeToString([]byte(text)))} {
			if got := Hex(run); got != text {
				t.Errorf("%s is %q, want %q", run, got, text)
			}
		}
	}
	wide := base64.RawStdEncoding.EncodeToString([]byte("p\x00a\x00s\x00s\x00w\x00o\x00r\x00d\x00=\x00x\x00"))
	if got := Base64(wide); got != "password=x" {
		t.Errorf("UTF-16: %q", got)
	}
	for _, noise := range []string{"AAECAwQFBgcICQoLDA0ODw", "f00fc7c8a1b2c3d4e5f60718", "//79/Pv6+fj39vX08/Lx8A=="} {
		if got := Base64(noise); got != "" {
			t.Errorf("%s is %q, want nothing", noise, got)
		}
		if got := Hex(strings.Map(func(r rune) rune { return '0' + r%8 }, noise)); got != "" {
			t.Errorf("%s in hexadecimal is %q, want nothing", noise, got)
		}
	}
}

func TestReference(t *testing.T) {
	for name, want := range map[string]string{"amp": "&", "quot": `"`, "commat": "@", "#64": "@", "#x40": "@", "#X2d": "-", "#8203": ""} {
		if got, ok := Reference(name); got != want || !ok {
			t.Errorf("%s is %q, %v, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "none", "#", "#x", "#7", "#xd800", "#1114112", "#6x"} {
		if got, ok := Reference(name); ok {
			t.Errorf("%s is %q, want none", name, got)
		}
	}
}
