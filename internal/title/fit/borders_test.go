package fit

import "testing"

// A long sentence ends where one of its clauses does, without the mark of a cut, but where
// what is left would say another thing, or half of one.
func TestEndsAtABorder(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"Clean up the whole boat house because I moved the ferries to the other bay last week", "Clean up the whole boat house"},
		{"Let the skippers choose a berth by its number and show the tide that it has at night", "Let the skippers choose a berth by its number"},
		{"Moor the late ferries at the long pier instead of at the northern one of the harbour", "Moor the late ferries at the long pier"},
		{"Simplify this boat house, make sure to go on with it until nothing of the old one is left", "Simplify this boat house"},
		{"Nenne die Fähren nach ihrem Hafen, weil sich niemand die Nummern der Schiffe merken kann", "Nenne die Fähren nach ihrem Hafen"},
		{"Affiche le numéro du quai à côté du nom, pour que chacun trouve leur bac la nuit", "Affiche le numéro du quai à côté du nom"},
		{"Заменить в таблице причалов все старые номера и показать рядом название парома", "Заменить в таблице причалов все старые номера"},
		{"Chuyen toan bo lich su neo dau cua ben cang vao thu muc moi de chuan bi cho nam sau", "Chuyen toan bo lich su neo dau cua ben cang vao thu muc moi"},
		{"El muelle no está igual que en el plano, puedes dibujarlo otra vez con las mareas de marzo", "El muelle no está igual que en el plano"},
		{"그 위에 밤배가 들어오는 넓은 부두를 보여 주는 방식이었다면 이제는 부두 표에서 밤배를 한 번에 고르는 방식으로 바꿔 줘", "이제는 부두 표에서 밤배를 한 번에 고르는 방식으로 바꿔 줘"},
		{"Do some reading of pier plans for good open harbours with tides and of the berth templates", "Do reading of pier plans for good open harbours with tides"},
		{"The number of the berth that was added to the northern pier as a remark of March seems wrong", "The number of the berth seems wrong"},
		{"The tests that read the northern gauge of the harbour when it is night and the tide is low", "Tests that read northern gauge of harbour when it is night"},
		{`"harbour list" should show a visual order of moored ferries including the names that are given to them`, `"harbour list" should show a visual order of moored ferries`},
		// What is denied, allowed or compared needs what follows; so does a clause that leads up to another.
		{"Don't moor the ferries of the islands in the northern harbour when the tide there is low at night", "Don't moor ferries of islands in northern harbour…"},
		{"If the ferries of the northern islands are moored at the long pier when it is low tide the list is empty", "If the ferries of the northern islands are moored…"},
		{"Eine Tabelle für die Fähren mit einem Namen für jede Anlegestelle an der Küste hinzufügen", "Eine Tabelle für die Fähren mit einem Namen…"},
	} {
		if got := Title(c.s); got != c.want {
			t.Errorf("%q: %q, want %q", c.s, got, c.want)
		}
	}
}
