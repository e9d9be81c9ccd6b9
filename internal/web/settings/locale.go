package settings

import (
	"net/http"

	"prism/internal/web/page"
)

// setLocale keeps how pages are to speak to somebody.
func setLocale(r *page.Request) (page.Answer, error) {
	var c page.Choice
	for name, to := range map[string]*string{"language": &c.Language, "region": &c.Region, "zone": &c.Zone} {
		v, err := field(r, name)
		if err != nil {
			return page.Answer{}, err
		}
		*to = v
	}
	known := r.Locales.Catalog
	if c.Language != "" && !known.Has(c.Language) || c.Region != "" && !known.HasRegion(c.Region) || c.Zone != "" && r.Locales.Zone(c.Zone) == nil {
		p := newSettings(r, "")
		p.Choice = c
		p.Wrong = r.Say("Nothing is changed: there is no such language, region or time zone.")
		a := p.answer(r)
		a.Status = http.StatusUnprocessableEntity
		return a, nil
	}
	return page.Answer{To: settingsRoot + "?done=locale-set", Cookie: c.Cookie(r.Request)}, nil
}
