package inline

import "testing"

func TestPrints(t *testing.T) {
	for line, want := range map[string]bool{
		`python3 -c "import csv; print(sum(int(r[1]) for r in csv.reader(open('pens.csv'))))"`:                                             true,
		"python3 - <<'EOF'\nimport json\nwith open(\"users.json\") as f:\n    d = json.load(f)\nprint(sum(u[\"active\"] for u in d))\nEOF": true,
		"cd data && python - <<'PY' | head -3\nprint(1)\nPY":                                                                               true,
		`python3 -c 'import sys, json; print(json.load(sys.stdin)["name"])' < package.json`:                                                true,
		`perl -ne 'print if /\t/' ink.txt`:                                                                                                 true,
		`ruby -e 'puts File.read("say.txt")'`:                                                                                              true,
		`php -r 'echo crc32("a");'`:                                                                                                        true,
		`deno eval "console.log(1)"`:                                                                                                       true,
		`node -e "console.log(require('fs').readFileSync('a.json', 'utf8').length)"`:                                                       true,
		`node -p 'require("./package.json").version'`:                                                                                      true,
		`perl -pi -e 's/\t/  /g' ink.txt`:                                                                                                  false,
		`ruby -pi -e 'gsub(/x/, "y")' say.txt`:                                                                                             false,
		`python3 -c "open('tide.html', 'w').write(page)"`:                                                                                  false,
		`python3 -c "open('tide.html', mode='a')"`:                                                                                         false,
		`python3 -c "import os; os.remove('a')"`:                                                                                           false,
		`python3 -c "import os; print(os.path.exists('a'))"`:                                                                               true,
		`python3 -c "import shop; shop.main()"`:                                                                                            false,
		`python3 -c "import subprocess; subprocess.run(['rm', 'a'])"`:                                                                      false,
		`python3 -c "import json; json.dump({}, open('a.json', 'w'))"`:                                                                     false,
		`python3 -c "import pandas as pd; pd.read_csv('a.csv').to_parquet('a.parquet')"`:                                                   false,
		`python3 -c "print(1)" > sum.txt`:                                                                                                  false,
		`python3 -c "print(1)" && rm sum.txt`:                                                                                              false,
		`python3 -c "print('$(rm -rf x)')"`:                                                                                                false,
		`node -e "require('./migrate').run()"`:                                                                                             false,
		`node -e "require('fs').writeFileSync('a', 'b')"`:                                                                                  false,
		"python3 - <<EOF\nprint($(rm x))\nEOF":                                                                                             false,
		"python3 - <<'EOF'\nprint(1)\nEOF\nrm x":                                                                                           false,
		`perl -e 'open(F, ">x"); print F 1'`:                                                                                               false,
		`perl -e 'print ` + "`date`" + `'`:                                                                                                 false,
		`node -e "require('fs').rmSync('a')"`:                                                                                              false,
		`node -e "require(process.cwd()+'/x')"`:                                                                                            false,
		`node -e "import('./x.mjs')"`:                                                                                                      false,
		`node -e "require('fs').openSync('x','w')"`:                                                                                        false,
		`ruby -e 'File.open "x","w"'`:                                                                                                      false,
		`ruby -e 'File.new("x","w").puts 1'`:                                                                                               false,
		`ruby -e 'load "x.rb"'`:                                                                                                            false,
		`ruby -e 'puts open("|date").read'`:                                                                                                false,
		`perl -e 'print qx{date}'`:                                                                                                         false,
		`perl -e 'do "./seed.pl"'`:                                                                                                         false,
		`perl -MCPAN -e 'install "X"'`:                                                                                                     false,
		`php -r 'passthru("date");'`:                                                                                                       false,
		`python3 -c "from pathlib import Path; Path('a').replace('b')"`:                                                                    false,
		`python3 -c "open(str(p),'w')"`:                                                                                                    false,
		`python3 -c "from os import replace; replace('a','b')"`:                                                                            false,
		`python3 -c "import numpy as n; n.ones(3).tofile('a')"`:                                                                            false,
		"python3 - <<'EOF' > data.json\nprint(1)\nEOF":                                                                                     false,
		"python3 - <<'EOF' | psql prod\nprint(1)\nEOF":                                                                                     false,
		"python3 - <<'EOF' && git push\nprint(1)\nEOF":                                                                                     false,
		"python3 - <<'EOF' | sort\nprint(1)\nEOF":                                                                                          true,
		`python3 tides.py`:                                                                                                                 false,
		`ls`:                                                                                                                               false,
	} {
		if got := Prints(line); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
