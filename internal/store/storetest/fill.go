package storetest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"prism/internal/redact"
)

// filler gives every field a value of its own, so that a field that is not
// stored, or is stored in another one's place, shows. A field that is added to a
// fact is filled without anybody thinking of it.
type filler struct {
	t testing.TB
	n int64
}

var (
	timeType = reflect.TypeFor[time.Time]()
	textType = reflect.TypeFor[redact.Text]()
)

// fill sets all of v, which must be settable.
func (f *filler) fill(v reflect.Value) {
	f.n++
	switch v.Type() {
	case timeType:
		v.Set(reflect.ValueOf(time.UnixMicro(1_700_000_000_000_000 + f.n).UTC()))
		return
	case textType:
		v.Set(reflect.ValueOf(redact.Restore(fmt.Sprintf("prose \"%d\" – ümläut\n\t\\", f.n))))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("s%05d", f.n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.n))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(f.n) + 0.1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.fill(key)
			f.fill(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	default:
		f.t.Fatalf("the filler does not know %s: teach it", v.Type())
	}
}

// full returns a T with every field filled, different from every other one that
// f has made.
func full[T any](f *filler) T {
	var v T
	f.fill(reflect.ValueOf(&v).Elem())
	return v
}

// single is a T in which only one leaf is not zero.
type single[T any] struct {
	name  string
	value T
}

// singles returns one value per leaf of T: what a test needs to see two fields
// of one type that were swapped, or a flag that follows another.
func singles[T any](t testing.TB) []single[T] {
	var list []single[T]
	f := &filler{t: t}
	for _, path := range leaves(reflect.TypeFor[T](), nil) {
		var one single[T]
		v := reflect.ValueOf(&one.value).Elem()
		for _, i := range path {
			switch v.Kind() {
			case reflect.Slice:
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
				v = v.Index(0)
			case reflect.Pointer:
				v.Set(reflect.New(v.Type().Elem()))
				v = v.Elem()
			}
			one.name += "." + v.Type().Field(i).Name
			v = v.Field(i)
		}
		f.fill(v)
		list = append(list, one)
	}
	return list
}

// leaves lists the index paths of all fields below t that hold no struct.
func leaves(t reflect.Type, above []int) (paths [][]int) {
	inner := t
	for inner.Kind() == reflect.Slice || inner.Kind() == reflect.Pointer {
		inner = inner.Elem()
	}
	if inner.Kind() != reflect.Struct || inner == timeType || inner == textType {
		return [][]int{append([]int(nil), above...)}
	}
	for i := range inner.NumField() {
		paths = append(paths, leaves(inner.Field(i).Type, append(above[:len(above):len(above)], i))...)
	}
	return paths
}
