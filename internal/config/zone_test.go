package config

import "testing"

func TestZoneNames(t *testing.T) {
	for in, want := range map[string]string{
		"europe/berlin": "Europe/Berlin", "EUROPE/BERLIN": "Europe/Berlin", "America/new york": "America/New_York", "america/port-au-prince": "America/Port-au-Prince",
		"america/port_of_spain": "America/Port_of_Spain", "america/argentina/buenos_aires": "America/Argentina/Buenos_Aires", "antarctica/mcmurdo": "Antarctica/McMurdo",
		"africa/dar_es_salaam": "Africa/Dar_es_Salaam", "utc": "UTC", "local": "Local", "etc/gmt+3": "Etc/GMT+3", "japan": "Japan", "est5edt": "EST5EDT",
		"mars/olympus": "mars/olympus", "": "",
	} {
		if got := zoneName(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
