package postgres

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"prism/internal/store/statement"
)

// bulkLeast is from how many lists on one statement for all of them is worth its making.
const bulkLeast = 4

var (
	bulkValues = regexp.MustCompile(`VALUES \(([^()]*)\)`)
	bulkPlace  = regexp.MustCompile(`\?\d*`)
)

// Bulk implements statement.Tx: one statement takes all lists as columns, so that the server
// plans and begins it once. Rows come back in the order of the lists, as each gives one.
func (t *transaction) Bulk(ctx context.Context, query string, lists [][]any, f func(int, statement.Row) error) (affected int, err error) {
	if len(lists) < bulkLeast {
		return t.Many(ctx, query, lists, f)
	}
	columns, kinds, err := columnsOf(lists)
	if err != nil {
		return 0, err
	}
	x, err := t.bulkOf(query, kinds)
	if err != nil {
		return 0, err
	}
	found, err := t.conn.Query(ctx, x, slices.Insert(columns, 0, any(t.e.tenant))...)
	if err != nil {
		return 0, err
	}
	defer found.Close()
	for found.Next() {
		if f != nil {
			if err := f(affected, found); err != nil {
				return affected, err
			}
		}
		affected++
	}
	found.Close()
	if err := found.Err(); err != nil {
		return affected, err
	}
	if f == nil {
		affected = int(found.CommandTag().RowsAffected())
	} else if affected != len(lists) {
		return affected, fmt.Errorf("%d of %d rows came back", affected, len(lists))
	}
	return affected, t.counted(ctx, query, affected)
}

// columnsOf turns lists of arguments into columns, with the types of their elements.
func columnsOf(lists [][]any) (columns []any, kinds []string, err error) {
	for n, first := range lists[0] {
		var column any
		var kind string
		switch first.(type) {
		case string, statement.Prose:
			column, kind = make([]string, 0, len(lists)), "text"
		case int, int64:
			column, kind = make([]int64, 0, len(lists)), "bigint"
		case bool:
			column, kind = make([]bool, 0, len(lists)), "boolean"
		case []byte:
			column, kind = make([][]byte, 0, len(lists)), "bytea"
		}
		for _, list := range lists {
			ok := false
			switch v := list[n].(type) {
			case string:
				column, ok = appended(column, key(v))
			case statement.Prose:
				column, ok = appended(column, clean(string(v)))
			case int:
				column, ok = appended(column, int64(v))
			case int64:
				column, ok = appended(column, v)
			case bool:
				column, ok = appended(column, v)
			case []byte:
				column, ok = appended(column, v)
			}
			if !ok {
				return nil, nil, fmt.Errorf("no column of %s is made of %T", kind, list[n])
			}
		}
		columns, kinds = append(columns, column), append(kinds, kind)
	}
	return columns, kinds, nil
}

// appended is a column with one more value; false: it is of another type.
func appended[T any](column any, v T) (any, bool) {
	list, ok := column.([]T)
	return append(list, v), ok
}

// bulkOf writes a statement for columns: an INSERT of one row of VALUES, or an UPDATE
// whose arguments are numbered.
func (t *transaction) bulkOf(query string, kinds []string) (string, error) {
	name := query + "\x00" + strings.Join(kinds, ",")
	if known, ok := t.e.db.texts.Load(name); ok {
		return known.(text).sql, nil
	}
	names, arrays := make([]string, len(kinds)), make([]string, len(kinds))
	for i, kind := range kinds {
		names[i], arrays[i] = "a"+strconv.Itoa(i+1), "$"+strconv.Itoa(i+2)+"::"+kind+"[]"
	}
	next := 0
	placed := func(s string) string {
		return strings.ReplaceAll(bulkPlace.ReplaceAllStringFunc(s, func(p string) string {
			if next++; p != "?" {
				return "u.a" + p[1:]
			}
			return "u.a" + strconv.Itoa(next)
		}), "@", "$1")
	}
	from := ` FROM unnest(` + strings.Join(arrays, `, `) + `) WITH ORDINALITY AS u(` + strings.Join(names, `, `) + `, place)`
	var sql string
	switch values := bulkValues.FindStringSubmatchIndex(query); {
	case strings.HasPrefix(query, "INSERT ") && values != nil:
		sql = query[:values[0]] + `SELECT ` + placed(query[values[2]:values[3]]) + from + ` ORDER BY u.place` + placed(query[values[1]:])
	case strings.HasPrefix(query, "UPDATE ") && strings.Count(query, " WHERE ") == 1:
		set, where, _ := strings.Cut(query, " WHERE ")
		sql = placed(set) + from + ` WHERE ` + placed(where)
	default:
		return "", fmt.Errorf("no statement for columns is made of %.40q", query)
	}
	t.e.db.texts.Store(name, text{sql: sql})
	return sql, nil
}
