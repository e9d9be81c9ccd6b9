package speech

import (
	"strings"
	"testing"

	"prism/internal/lexicon"
)

// TestEverydayReplies: what people answer in words of every day is heard as what it says,
// and what only looks so is not.
func TestEverydayReplies(t *testing.T) {
	r := New()
	for _, tt := range []struct {
		language string
		sense    Sense
		heard    bool
		prompts  string
	}{
		{"de", Failing, true, "das hat nix gebracht | hilft nix | der Test ist immer noch rot | nach wie vor rot"},
		{"es", Failing, true, "eso no arregló nada | no cambió nada | sigue en rojo | no sirvió de nada"},
		{"ko", Failing, true, "아직 빨간불이야 | 여전히 빨간불 | 바뀐 게 없어"},
		{"tr", Failing, true, "olmuyor | test hala kırmızı | yine patladı | faydası olmadı"},
		{"vi", Failing, true, "chả thay đổi gì | test vẫn đỏ | vẫn không chạy được | chẳng ăn thua"},
		{"nl", Abandon, true, "doen we een andere keer | dat doen we later"},
		{"es", Abandon, true, "mejor dejemos esto | lo dejamos por ahora"},
		{"it", Abandon, true, "per ora molliamo | lasciamo perdere"},
		{"ko", Abandon, true, "됐어 그냥 나중에 할게 | 그냥 나중에 할게"},
		{"vi", Accept, true, "ok giờ chạy tốt rồi | mình test rồi, ổn | sửa xong rồi, cảm ơn nhé | duyệt, bắt đầu đi | ừ triển khai như vậy"},
		{"tr", Accept, true, "test ettim, sorun yok | denedim sorun yok | artık hata yok, sağ ol | artık sorun yok | onaylıyorum, başla | evet böyle uygula"},
		{"nl", Accept, true, "akkoord, begin maar"},
		{"sv", Accept, true, "godkänt, börja"},
		{"de", Accept, true, "freigegeben, fang mit schritt 1 an | sieht gut aus, setz es so um"},
		{"en", Accept, true, "ship it, go build this | 👍 good | 👌 nice one"},
		{"ko", Accept, true, "고마워 잘 찾았네"},
		{"zh", Accept, true, "👍 可以"},
		{"it", Accept, false, "va bene, grazie lo stesso | va bene grazie | ok grazie comunque"},
		{"it", Endorse, false, "va bene, grazie lo stesso | va bene grazie | grazie comunque"},
		{"nl", Accept, false, "doen we een andere keer | niet akkoord"},
		{"ko", Accept, false, "됐어 그냥 나중에 할게"},
		{"vi", Accept, false, "chả thay đổi gì | test vẫn đỏ"},
		{"tr", Accept, false, "olmuyor | hala olmuyor"},
		{"en", Accept, false, "👍 fix it | 👍 next? | 👍 still broken"},
		{"de", Failing, false, "mach den Knopf rot"},
		{"es", Failing, false, "pon el botón en rojo"},
	} {
		for prompt := range strings.SplitSeq(tt.prompts, " | ") {
			var m Message
			r.Hear(prompt, true, lexicon.Speaking(tt.language), &m)
			heard := m.Any(tt.sense)
			if tt.sense == Accept {
				heard = heard || m.Any(Endorse)
			}
			if heard != tt.heard {
				t.Errorf("%s: %q: sense %d heard %v, want %v", tt.language, prompt, tt.sense, heard, tt.heard)
			}
		}
	}
}

// TestEverydayOrders: what is asked for leads its clause, in words of every day.
func TestEverydayOrders(t *testing.T) {
	r := New()
	for _, tt := range []struct {
		language string
		want     Sense
		prompts  string
	}{
		{"nl", AskPlan, "schrijf een migratieplan van mysql naar postgres, nog niks implementeren"},
		{"tr", AskPlan, "mysqlden postgrese geçiş planı yaz, henüz uygulama yok"},
		{"vi", AskPlan, "viết kế hoạch chuyển từ mysql sang postgres, chưa triển khai | lập kế hoạch chuyển hàng đợi sang redis"},
		{"sv", AskPlan, "skriv en migreringsplan från mysql till postgres, ingen implementation än"},
		{"vi", AskFix, "tổng giỏ hàng bị sai, sửa lại giúp mình"},
		{"vi", AskAdd, "làm chức năng xuất hóa đơn ra zip, kèm test"},
		{"vi", AskRefactor, "dọn dẹp orders.py, tách code trùng lặp"},
		{"vi", AskInvestigate, "tìm hiểu vì sao máy chạy chậm, đừng xóa gì"},
		{"tr", AskFix, "sepet toplamını onarır mısın"},
		{"it", AskReview, "fammi una code review di orders.py"},
		{"de", AskInvestigate, "finde raus wieso der runner keinen platz mehr hat"},
		{"pl", AskInvestigate, "sprawdź czemu na runnerze skończyło się miejsce"},
		{"de", AskSmall, "stell den timeout in nginx.conf auf 60s"},
		{"en", AskSmall, "and the timeout to 60s please, in nginx.conf"},
	} {
		for prompt := range strings.SplitSeq(tt.prompts, " | ") {
			var m Message
			r.Hear(prompt, false, lexicon.Speaking(tt.language), &m)
			if m.Leads[tt.want] == 0 {
				t.Errorf("%s: %q: sense %d does not lead: %v", tt.language, prompt, tt.want, m.Leads)
			}
		}
	}
}
