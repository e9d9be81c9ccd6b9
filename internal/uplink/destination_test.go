package uplink

import "testing"

// What was set up for a server holds by whatever name of the same it is called: what is to
// leave for it is less there than for others.
func TestDestinationOf(t *testing.T) {
	for server, same := range map[string][]string{
		"https://prism.example":      {"https://prism.example/", "HTTPS://prism.example", "https://Prism.Example", "https://prism.example:443", "https://prism.example:443//", "https://prism.example."},
		"http://127.0.0.1:7747":      {"http://127.0.0.1:7747/", "HTTP://127.0.0.1:7747"},
		"http://localhost:80":        {"http://localhost"},
		"https://prism.example/team": {"https://PRISM.example:443/team/"},
	} {
		for _, other := range append(same, server) {
			if !(&Destination{Server: server}).Of(other) || !(&Destination{Server: other}).Of(server) {
				t.Errorf("%s is not %s", other, server)
			}
		}
	}
	for _, other := range []string{"", "http://prism.example", "https://prism.example:8443", "https://prism.example/Team", "https://other.example", "https://prism.example:80", "\x00"} {
		if (&Destination{Server: "https://prism.example"}).Of(other) || (*Destination)(nil).Of(other) {
			t.Errorf("%q is taken for another", other)
		}
	}
}
