package rework

import "testing"

// An explicit undoing counts at any size and time; rewording from five lines on and
// within the window.
func TestExplicitUndoing(t *testing.T) {
	const month = 24 * 30
	one := func() *story { return by("a").edit(0, "f.go", "", "a1").commit(0.1, "aaaaaaa") }
	two := func() *story {
		return by("a").edit(0, "f.go", "", "a1 a2").commit(0.1, "aaaaaaa").edit(0.2, "g.go", "", "a3").commit(0.3, "bbbbbbb")
	}
	before := func() *story { return by("0").edit(-1, "z.go", "", "z1").commit(-0.5, "0000000") }
	revert := func(refs ...string) Undo { return Undo{Kind: KindRevert, Refs: refs} }
	in := func(kind, file string, refs ...string) Undo {
		return Undo{Kind: kind, Files: []string{file}, Refs: refs}
	}
	reset := func(ref string) Undo { return Undo{Kind: KindReset, All: true, Refs: []string{ref}} }
	some := func(count int, named string) Undo {
		return Undo{Kind: KindDelete, Files: []string{"f.go"}, Count: count, Lines: lines(named)}
	}
	cases{
		"a revert of one line":                       {[]*story{one(), by("b").undo(1, revert("aaaaaaa"))}, "1 of 1 reworked b:revert:1"},
		"a month later":                              {[]*story{one(), by("b").undo(month, revert("HEAD"))}, "1 of 1 reworked b:revert:1"},
		"a range":                                    {[]*story{two(), by("b").undo(month, revert("aaaaaaa^..bbbbbbb"))}, "3 of 3 reworked b:revert:3"},
		"a range to HEAD":                            {[]*story{two(), before(), by("b").undo(month, revert("HEAD~2..HEAD"))}, "3 of 3 reworked b:revert:3"},
		"a range left open":                          {[]*story{two(), before(), by("b").undo(month, revert("HEAD~2.."))}, "3 of 3 reworked b:revert:3"},
		"several":                                    {[]*story{two(), by("b").undo(1, revert("bbbbbbb", "aaaaaaa"))}, "3 of 3 reworked b:revert:3"},
		"one behind HEAD":                            {[]*story{two(), by("b").undo(1, revert("HEAD~1"))}, "2 of 3 reworked b:revert:2"},
		"another's commit":                           {[]*story{one(), before(), by("b").undo(1, revert("0000000"))}, "0 of 1"},
		"a commit without lines":                     {[]*story{by("a").commit(0, "aaaaaaa"), by("b").undo(1, revert("aaaaaaa"))}, "0 of 0 reworked b:revert:0"},
		"one commit of three":                        {[]*story{two().edit(0.4, "h.go", "", "a4 a5 a6").commit(0.5, "ccccccc"), by("b").undo(1, revert("bbbbbbb"))}, "1 of 6 b:revert:1"},
		"the revert reverted":                        {[]*story{one(), by("b").undo(1, revert("aaaaaaa")).commit(1.1, "bbbbbbb"), by("c").undo(2, revert("bbbbbbb"))}, "0 of 1"},
		"the revert reverted by itself":              {[]*story{one(), by("b").undo(1, revert("aaaaaaa")).commit(1.1, "bbbbbbb").undo(2, revert("HEAD"))}, "0 of 1"},
		"on another branch":                          {[]*story{one().on("x"), before().on("y"), by("b").on("y").undo(1, revert("HEAD"))}, "0 of 1"},
		"no other branch is known":                   {[]*story{one().on("x"), by("b").on("y").undo(1, revert("HEAD"))}, "1 of 1 reworked b:revert:1"},
		"a file from before the commit":              {[]*story{one(), by("b").undo(month, in(KindCheckout, "f.go", "aaaaaaa^"))}, "1 of 1 reworked b:checkout:1"},
		"a file from HEAD~1":                         {[]*story{one(), by("b").undo(month, in(KindCheckout, "f.go", "HEAD~1"))}, "1 of 1 reworked b:checkout:1"},
		"restored from an older commit":              {[]*story{two(), before(), by("b").undo(month, in(KindRestore, "f.go", "0000000"))}, "2 of 3 reworked b:restore:2"},
		"restored from itself":                       {[]*story{one(), by("b").undo(1, in(KindRestore, "f.go", "aaaaaaa"))}, "0 of 1"},
		"another file":                               {[]*story{one(), by("b").undo(1, in(KindRestore, "g.go", "HEAD~1"))}, "0 of 1"},
		"a hard reset past it":                       {[]*story{two(), by("b").undo(month, reset("HEAD~2"))}, "3 of 3 reworked b:reset:3"},
		"a hard reset to before it":                  {[]*story{two(), by("b").undo(month, reset("aaaaaaa^"))}, "3 of 3 reworked b:reset:3"},
		"reset, and forward again":                   {[]*story{one(), before(), by("b").undo(1, reset("0000000")).undo(2, reset("aaaaaaa"))}, "0 of 1"},
		"the file deleted":                           {[]*story{one(), by("b").undo(month, in(KindDelete, "f.go"))}, "1 of 1 reworked b:delete:1"},
		"its folder deleted":                         {[]*story{by("a").edit(0, "d/f.go", "", "a1"), by("b").undo(month, in(KindDelete, "d"))}, "1 of 1 reworked b:delete:1"},
		"named by a pattern":                         {[]*story{by("a").edit(0, "d/f.go", "", "a1"), by("b").undo(month, in(KindDelete, "d/*.go"))}, "1 of 1 reworked b:delete:1"},
		"a pattern of other files":                   {[]*story{by("a").edit(0, "d/f.go", "", "a1"), by("b").undo(month, in(KindDelete, "d/*.ts"))}, "0 of 1"},
		"a pattern of another folder":                {[]*story{by("a").edit(0, "d/e/f.go", "", "a1"), by("b").undo(month, in(KindDelete, "d/*.go"))}, "0 of 1"},
		"a name at any depth":                        {[]*story{by("a").edit(0, "d/e/f.go", "", "a1"), by("b").undo(month, in(KindDelete, "d/**/f.go"))}, "1 of 1 reworked b:delete:1"},
		"a name in all of the tree":                  {[]*story{by("a").edit(0, "d/f.go", "", "a1"), by("b").undo(month, in(KindDelete, "**/f.go"))}, "1 of 1 reworked b:delete:1"},
		"a name in another folder":                   {[]*story{by("a").edit(0, "d/f.go", "", "a1"), by("b").undo(month, in(KindDelete, "e/**/f.go"))}, "0 of 1"},
		"deleted and written anew":                   {[]*story{one(), by("b").undo(month, in(KindDelete, "f.go")).edit(month+1, "f.go", "", "b1 b2")}, "0 of 1"},
		"deleted and put back":                       {[]*story{one(), by("b").undo(1, in(KindDelete, "f.go")).edit(2, "f.go", "", "a1")}, "0 of 1"},
		"its own file deleted":                       {[]*story{one().undo(2, in(KindDelete, "f.go"))}, "0 of 0"},
		"the line deleted":                           {[]*story{one(), by("b").edit(month, "f.go", "a1", "")}, "1 of 1 reworked b:edit:1"},
		"the line deleted, another put in its place": {[]*story{one(), by("b").edit(1, "f.go", "a1", "").edit(1.1, "f.go", "", "b1")}, "1 of 1 b:edit:1"},
		"the line reworded":                          {[]*story{one(), by("b").edit(1, "f.go", "a1", "b1")}, "1 of 1 b:edit:1"},
		"the line reworded a month later":            {[]*story{one(), by("b").edit(month, "f.go", "a1", "b1")}, "0 of 1"},
		"the line deleted by sed, in full":           {[]*story{one(), by("b").undo(month, some(0, "a1"))}, "1 of 1 reworked b:delete:1"},
		"another line deleted by sed":                {[]*story{one(), by("b").undo(month, some(0, "x1"))}, "0 of 1"},
		"a line by its number":                       {[]*story{one(), by("b").undo(month, some(1, ""))}, "1 of 1 reworked b:delete:1"},
		"a line of many":                             {[]*story{by("a").edit(0, "f.go", "", ten), by("b").undo(month, some(1, ""))}, "1 of 10 b:delete:1"},
		"lines by number, its own came last":         {[]*story{one(), by("b").edit(1, "f.go", "", "b1").undo(2, some(1, ""))}, "0 of 1"},
		"lines by number, a third's came last":       {[]*story{one(), by("c").edit(1, "f.go", "", "c1"), by("b").undo(2, some(1, ""))}, "0 of 1"},
		"a later part of the work":                   {[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", "a1 a2 a3", "").edit(1.1, "f.go", "", "b1 b2 b3 b4")}, "3 of 10 b:edit:3"},
		"deleted, and taken from git again":          {[]*story{one(), by("b").undo(1, in(KindDelete, "f.go")).undo(1.1, in(KindCheckout, "f.go"))}, "0 of 1"},
		"deleted, and the tree reset":                {[]*story{one(), by("b").undo(1, in(KindDelete, "f.go")).undo(1.1, reset("HEAD"))}, "0 of 1"},
		"deleted, another file restored":             {[]*story{one(), by("b").undo(1, in(KindDelete, "f.go")).undo(1.1, in(KindRestore, "g.go"))}, "1 of 1 reworked b:delete:1"},
		"deleted by a third, restored":               {[]*story{one(), by("c").undo(1, in(KindDelete, "f.go")), by("b").undo(1.1, in(KindRestore, "f.go"))}, "1 of 1 reworked c:delete:1"},
		"deleted and committed, then restored":       {[]*story{one(), by("b").undo(1, in(KindDelete, "f.go")).commit(1.1, "bbbbbbb").undo(1.2, in(KindRestore, "f.go"))}, "1 of 1 reworked b:delete:1"},
		"deleted, committed, and the commit dropped": {[]*story{one(), by("b").undo(1, in(KindDelete, "f.go")).commit(1.1, "bbbbbbb").undo(1.2, reset("HEAD~1"))}, "0 of 1"},
		"deleted, then back to before it":            {[]*story{one(), by("b").undo(1, in(KindDelete, "f.go")).undo(1.1, in(KindCheckout, "f.go", "aaaaaaa^"))}, "1 of 1 reworked b:checkout:1"},
		"a line sed deleted, and back":               {[]*story{one(), by("b").undo(1, some(0, "a1")).undo(1.1, in(KindRestore, "f.go"))}, "0 of 1"},
		"to before it and back to the last commit":   {[]*story{one(), by("b").undo(1, in(KindCheckout, "f.go", "HEAD~1")).undo(1.1, in(KindCheckout, "f.go", "HEAD"))}, "0 of 1"},
		"to before it and back to it":                {[]*story{one(), by("b").undo(1, in(KindCheckout, "f.go", "aaaaaaa^")).undo(1.1, in(KindCheckout, "f.go", "aaaaaaa"))}, "0 of 1"},
		"the revert dropped":                         {[]*story{one(), by("b").undo(1, revert("aaaaaaa")).commit(1.1, "bbbbbbb").undo(1.2, reset("HEAD~1"))}, "0 of 1"},
		"the revert dropped by a third":              {[]*story{one(), by("b").undo(1, revert("aaaaaaa")).commit(1.1, "bbbbbbb"), by("c").undo(2, reset("aaaaaaa"))}, "0 of 1"},
		"reverted, and another file restored":        {[]*story{one(), by("b").undo(1, revert("aaaaaaa")).undo(1.1, Undo{Kind: KindRestore, All: true})}, "1 of 1 reworked b:revert:1"},
		"reworded, and that reverted by a third":     {[]*story{by("a").edit(0, "f.go", "", ten).commit(0.1, "aaaaaaa"), by("b").edit(1, "f.go", ten, "b1 b2").commit(1.1, "bbbbbbb"), by("c").undo(2, revert("bbbbbbb"))}, "0 of 10"},
		"reworded, and that dropped by itself":       {[]*story{by("a").edit(0, "f.go", "", ten).commit(0.1, "aaaaaaa"), by("b").edit(1, "f.go", ten, "b1 b2").commit(1.1, "bbbbbbb").undo(2, reset("HEAD^"))}, "0 of 10"},
		"reworded, the file from before that":        {[]*story{by("a").edit(0, "f.go", "", ten).commit(0.1, "aaaaaaa"), by("b").edit(1, "f.go", ten, "b1 b2").commit(1.1, "bbbbbbb"), by("c").undo(2, in(KindCheckout, "f.go", "bbbbbbb^"))}, "0 of 10"},
		"reworded, another file from before that":    {[]*story{by("a").edit(0, "f.go", "", ten).commit(0.1, "aaaaaaa"), by("b").edit(1, "f.go", ten, "b1 b2").commit(1.1, "bbbbbbb"), by("c").undo(2, in(KindCheckout, "g.go", "bbbbbbb^"))}, "10 of 10 reworked b:edit:10"},
		"formatted":                                  {[]*story{by("a").edit(0, "f.go", "", ten), by("b").edit(1, "f.go", ten, ten)}, "0 of 10"},
	}.check(t)
}
