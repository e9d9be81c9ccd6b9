package score

import (
	"strings"

	"prism/internal/fact"
)

// RepoNames are the names of the repositories of sessions, by Repo.Key: of namesakes with as
// many of the folders that they lie in as it takes for them to differ, as breakdowns by
// repository have them.
func RepoNames(list []*fact.Session) map[string]string {
	names := make(map[string]string)
	for _, s := range list {
		if s.Repo.Key != "" {
			names[s.Repo.Key] = s.Repo.Name
		}
	}
	apart(names, func(key string) string { return key })
	return names
}

// apart tells repositories of one name apart by the folders that they lie in: by as many
// as it takes for them to differ.
func apart[K comparable](names map[K]string, path func(K) string) {
	for depth := 2; ; depth++ {
		shown := make(map[string]int)
		for _, name := range names {
			shown[name]++
		}
		longer := false
		for k, name := range names {
			if shown[name] < 2 {
				continue
			}
			if key := ending(path(k), depth); key != "" && key != name {
				names[k], longer = key, true
			}
		}
		if !longer {
			return
		}
	}
}

// ending is the end of a path, of so many names; the whole of it where it has no more.
func ending(path string, names int) string {
	if path == "" {
		return ""
	}
	at := len(path)
	for ; names > 0 && at > 0; names-- {
		at = strings.LastIndexAny(path[:at], `/\`)
	}
	return strings.ReplaceAll(path[at+1:], `\`, "/")
}
