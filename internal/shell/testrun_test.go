package shell

import "testing"

// TestRunners: commands of thirty languages that run tests, and their neighbours that do
// not.
func TestRunners(t *testing.T) {
	for _, line := range []string{
		"prove -lr t", "perl t/basic.t", "yath test", "pg_prove tests/", "julia --project test/runtests.jl", "julia --project -e 'using Pkg; Pkg.test()'",
		"lein test :only shop.cart-test", "clojure -M:test", "clj -X:dev:test", "bb test", "sbt 'testOnly shop.CartSpec'", "mill __.test", "./mill cart.test", "scala-cli test .",
		"zig build test", "nim c -r tests/tcart.nim", "nimble test", "testament all", "opam exec -- dune test", "dune runtest", "crystal spec", "elm-test-rs", "npx elm-test",
		"flutter test", "dart run test", "busted spec", "bats -r test", "shellspec", "pwsh -c 'Invoke-Pester'", "xcodebuild -scheme Shop test", "swift test --filter Cart",
		"stack test", "cabal run tests", "runhaskell test/Spec.hs", "npx vitest run", "npx ava", "npx uvu", "node --import tsx --test test/a.ts", "node --test", "bun test", "deno test -A",
		"npx playwright test", "npx cypress run", "npx cucumber-js", "npx web-test-runner", "behave", "robot tests/", "nox -s tests", "hatch run test:run", "uv run -m pytest -q", "uv run pytest", "uv run pytest -m 'not slow'", "uv run --with httpx pytest tests -m slow -q", "uv run --python 3.13 -m pytest", "pixi run test",
		"perl -Ilib -w t/basic.t", "timeout 60 ./build/cart --gtest_filter=Total",
		"pixi run pytest -q", "rake test", "ruby -Itest test/cart_test.rb", "rebar3 do eunit, ct", "erl -noshell -s eunit test cart", "gleam test", "R CMD check .", "Rscript tests/testthat.R",
		"Rscript -e 'tinytest::test_all()'", "terraform test", "tofu test", "helm unittest charts/shop", "molecule test", "inspec exec profile", "cargo hack test --each-feature", "mix espec",
		"lerna run test", "earthly +test", "emacs -batch -l cart.el -f ert-run-tests-batch-and-exit", "nvim --headless -c 'PlenaryBustedDirectory tests'", "swipl -g run_tests -t halt tests.pl",
		"sui move test", "godot --headless -s addons/gut/gut_cmdln.gd", "rdmd -unittest cart.d", "./build/cart --gtest_filter=Total", "dotnet run --project tests/Shop.Tests", "raco test .", "guile tests.scm",
	} {
		if c := ParseLine(line).Class(); !c.Has(ClassTest) {
			t.Errorf("%s is no test: %b", line, c)
		}
	}
	for _, line := range []string{
		"clojure -M:dev", "clj -X:build jar", "mill cart.run", "nim c -r src/cart.nim", "opam install dune", "opam exec -- dune build", "dart run build_runner build", "cabal run shop", "perl script.pl", "julia main.jl",
		"node server.js --test", "uv run -m http.server", "pixi run start", "rebar3 do clean, compile", "Rscript plot.R", "terraform plan", "helm install shop charts/shop", "inspec shell", "lerna run build",
		"earthly +image", "emacs README", "dotnet run --project src/Shop", "runhaskell Main.hs", "sui move build", "erl -pa ebin", "R CMD build .", "./build/cart --gtest_list_tests",
		"julia test/make_data.jl", "perl -pi -e 's/a/b/' tests/cart_test.go", "perl -i.bak -pe 's/a/b/' test/a.txt", "perl -ne 'print if /x/' tests/a.txt", "perl -0777 -ne 'print' t/a.t", "perl -c t/a.t",
		"git commit -m 'ci: pass --gtest_filter'", "grep -rn -- --gtest_filter .", "echo --gtest_filter=Total", "sed -i s/--gtest_color/--gtest_filter/ run.txt",
		"uv run alembic revision -m test", "uv run python -m http.server",
	} {
		if c := ParseLine(line).Class(); c.Has(ClassTest) {
			t.Errorf("%s runs no test: %b", line, c)
		}
	}
	for _, line := range []string{"terraform apply", "helm install shop charts/shop", "opam install dune", "pixi add numpy", "cabal run shop", "dart run build_runner build", "dotnet run --project src/Shop"} {
		if !ParseLine(line).Class().Mutates() {
			t.Errorf("%s has side effects", line)
		}
	}
}
