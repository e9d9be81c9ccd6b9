package lang

import "strings"

// code indexes the languages told by words or letters of the Latin script; the
// other scripts tell theirs by themselves.
type code uint8

// The languages known, in the order of names.
const (
	en code = iota
	de
	es
	fr
	pt
	it
	nl
	sv
	da
	no
	fi
	pl
	cs
	sk
	hr
	sl
	ro
	hu
	tr
	id
	vi
	ca
	et
	lt
	// Scripts of their own.
	ru
	uk
	bg
	sr
	el
	he
	ar
	fa
	ur
	hi
	bn
	ta
	th
	ka
	hy
	ja
	zh
	ko
	codes
)

// names are ISO 639-1.
var names = [codes]string{
	"en", "de", "es", "fr", "pt", "it", "nl", "sv", "da", "no", "fi", "pl", "cs", "sk", "hr", "sl", "ro", "hu", "tr", "id", "vi", "ca", "et", "lt",
	"ru", "uk", "bg", "sr", "el", "he", "ar", "fa", "ur", "hi", "bn", "ta", "th", "ka", "hy", "ja", "zh", "ko",
}

// common holds the commonest function words of each language and words that
// people often write to an agent in it. A word that stands in several rows
// speaks for each of them less (see known).
var common = map[code]string{
	en: `the and of to a in is it that this for on with as be are was were not you your i i'm i'd i've i'll we we're it's that's there there's
		what why how when where which who can could should would will don't doesn't didn't isn't can't won't let let's lets please have has had do does did
		if but or so then than them they their from by at an my me our us just also need want make sure like into about only no yes up out all any some
		now still after before more instead because here these those its use using get got see look one new same thanks thank ok okay again too other we've you've they've you're they're what's where's he's she's here's who's couldn't shouldn't wouldn't wasn't aren't haven't hasn't
		anything something everything nothing missed`,
	de: `der die das und ist nicht ich du wir sie es ein eine einen einem einer den dem des zu zum zur auf für mit von im in bei bitte auch noch nur
		wie was warum wenn dann aber oder als dass kann kannst können soll sollte sollen muss müssen hast habe haben hat wird werden wurde sind bin mal
		mach mache machen jetzt hier so an aus nach über um mir mich ja nein kein keine keinen alle alles schon gibt doch immer mehr uns unser danke
		fehler bisschen ob sich sein
		füge hinzu behebe behebt ändere änder schreibe schreib seite knopf funktioniert geht läuft klappt baue lösche erstelle zeige zeig prüfe
		erkläre welche welcher welches diese dieser dieses ohne zwischen`,
	es: `el la los las de del que y en un una unos unas es son por para con no se lo le les su sus al como más pero si ya me mi te tu esto esta este eso
		esa ese qué cómo cuando donde dónde porque por favor haz hacer puedes puede quiero necesito tengo tiene hay está están también solo sólo ahora
		muy todo todos todas sin sobre desde hasta entre otra otro bien gracias ser fue hola así aquí nada archivo
		agrega añade arregla corrige crea cambia funciona sigue página pantalla botón código prueba pruebas falla mismo puedas ejecuta explica cuál
		algo sale estoy debe dame`,
	fr: `le la les de des du un une et est en que qui dans pour pas sur avec ce cet cette ces il elle je tu nous vous on au aux ne se sa son ses mais ou où
		par plus si tout tous toute fait faire peux peut faut j'ai c'est l' d' j' n' qu' c' s' m' t' n'est quand comment pourquoi aussi bien très être
		sont était sans merci moi mon ma mes ça cela donc alors même comme y ai as avoir veux voudrais oui non fichier déjà encore entre
		ajoute corrige crée marche fonctionne exécute lance explique montre supprime bouton écran erreur quel quelle mets règle leur lui
		peut-être autre suis`,
	pt: `o a os as de do da dos das que e em um uma uns umas é são não no na nos nas por para com se ao à mais mas como eu você vc ele ela isso isto esse
		essa este esta meu minha seu sua quando onde porque pra pro pode quero preciso fazer faça está estão tem foi ser já também só agora muito tudo
		todos sem sobre até entre outro bem obrigado obrigada aqui então ou me te ainda depois arquivo
		estou adiciona adicione corrige corrija cria crie muda mude funciona página tela botão código erro consegue coloca coloque explica roda mesmo
		cara deve visual parte vai gere gera trocar`,
	it: `il lo la i gli le di del della dello dei delle che e è in un una uno per con non si su al alla ai da dal dalla nel nella sono come più ma se mi ti ci
		questo questa quello quella cosa quando dove perché puoi può vorrei voglio devo fare fai anche solo ora adesso molto tutto tutti senza sul sulla
		tra grazie ho hai ha abbiamo l' c'è dell' un' nell' all' sia essere già ancora qui poi ciao fammi
		funziona aggiungi correggi crea cambia pagina schermata pulsante errore salva allora sistema togli metti spiega controlla quindi dovrebbe sotto sopra stare totale stesso
		stessa sto deve così`,
	nl: `de het een en van is in op te dat die niet ik je we ze hij zijn met voor er aan om als ook maar nog naar wat waarom hoe wanneer waar kan kun kunt
		moet moeten wil graag even nu wel geen dan dit deze door uit bij heb hebben heeft wordt worden was al alle alles meer zo hier mij mijn jij jouw
		doe maak bedankt gewoon zodat worden
		werkt toevoegen voeg verander pagina knop fout schrijf leg welke`,
	sv: `och att det är en ett i på för med som av den inte jag du vi de till om kan ska har var vad hur varför när så men också bara nu här där den detta
		från ut vill måste gör göra mig min dig din alla alla mer eller utan efter tack snälla någon något blir vara skulle istället
		fungerar lägg ändra sidan knappen fel skriv`,
	da: `og at det er en et i på for med som af den ikke jeg du vi de til om kan skal har var hvad hvordan hvorfor når så men også kun nu her der dette
		fra ud vil må gør gøre mig min dig din alle mere eller uden efter tak nogen noget bliver være skulle lige`,
	no: `og at det er en et i på for med som av den ikke jeg du vi de til om kan skal har var hva hvordan hvorfor når så men også bare nå her der dette
		fra ut vil må gjør gjøre meg min deg din alle mer eller uten etter takk noen noe blir være skulle hvis ikkje eg`,
	fi: `ja on ei se että en niin kun jos mutta tai vain myös nyt tämä tämän sitä mitä miten miksi missä voi voit voitko pitää olla ole oli ovat minun minä
		sinä kuin sen ne ne tee tehdä kiitos vielä kaikki ilman kanssa sekä joka jotta eikä`,
	pl: `i w na nie to się jest że z do o jak a ale co czy po za od dla przez tylko już też tak może być są był by te ten ta tego tej jego mi mnie ja ty
		proszę zrób możesz chcę trzeba dlaczego kiedy gdzie jeszcze teraz wszystko wszystkie bez przy który która które dzięki oraz więc żeby lub
		dodaj napraw zmień popraw usuń działa strona przycisk błąd napisz sprawdź mam jaki jaka jakie gdy miec mysli plik`,
	cs: `a je to se na v že s z do o ale jak co by si pro za po ve tak ten ta jsem jsou byl být není už také jen můžeš prosím udělej chci proč když kde
		ještě teď všechno bez při který která které díky nebo aby tady mi mě máš mám má
		přidej oprav změň funguje stránka tlačítko chyba napiš zkontroluj`,
	sk: `a je to sa na v že s z do o ale ako čo by si pre za po vo tak ten tá som sú bol byť nie už tiež len môžeš prosím urob chcem prečo keď kde ešte teraz
		všetko bez pri ktorý ktorá ktoré vďaka alebo aby tu mi ma máš mám má`,
	hr: `i je u na se da ne za to od su sa kao što ali li ako bi sam si smo ili samo već može možeš molim napravi želim zašto kada gdje još sada sve bez koji
		koja koje hvala treba ovo taj nije nisam tako kako`,
	sl: `in je na se da ne za to od so kot kaj ali če bi sem si smo samo že lahko prosim naredi želim zakaj ko kje še zdaj vse brez ki hvala treba tega ni nisem tako kako`,
	ro: `și si în de la cu pe nu este e un o să ca că din pentru mai ce care sunt al ai a au le se dar sau dacă cum când unde doar acum aici fă vreau poți
		trebuie mulțumesc te rog toate fără despre după între acest această`,
	hu: `a az és nem hogy is egy ez azt van csak meg de ha mint már kell még el ki be vagy lehet volt nincs mert itt most miért hogyan mi ezt kérlek
		köszönöm minden nélkül után legyen vagyok kellene`,
	tr: `ve bir bu da de için ile ne mi mı mu mü çok ama gibi daha kadar olarak olan var yok değil şu o ben sen biz nasıl neden niye şimdi lütfen yap
		yapalım yapabilir misin istiyorum gerek tüm bana bunu şey sonra önce her ya veya evet hayır teşekkürler olsun ise göre hata dosya
		ekle düzelt değiştir çalışmıyor çalışıyor sayfa buton kodu yaz sil bak bunun hangi`,
	id: `yang dan di ke dari untuk dengan ini itu tidak ada adalah akan saya kamu anda bisa dapat tolong buat juga sudah belum atau jika kalau kenapa
		bagaimana apa dimana hanya sekarang semua pada karena lebih agar supaya jangan bukan nya dong coba gak nggak aja terima kasih sebagai tapi lalu
		perbaiki tambahkan ubah hapus jalankan halaman tombol kesalahan buatkan`,
	vi: `và là của có không cho được một các với này đó trong để khi tôi bạn những đã sẽ cần làm hãy sao nào như thì mà ở ra vào lại cũng chỉ phải bị
		nếu đi rồi giúp mình sửa thêm tại đang
		khong toi duoc nay cua voi trong nhung thi tren gio chung thay nhu giup chay xoa roi cac
		dang hoat dong tai khoan nao tiep tuc giao dien lam gui ban may trang nut chinh`,
	ca: `el la els les de del que i en un una és són per amb no es ho ara això aquest aquesta més però si també només fes fer vull pots què quan on perquè
		sense gràcies tot tots molt ha`,
	et: `ja on ei see et ma sa ta me te nad ning aga kui või ka siis mis kes kus kuidas miks palun tee kõik oli olla veel nüüd ainult aitäh selle seda`,
	lt: `ir yra ne tai kad su iš į ar bet kaip kas kur kodėl tik dar jau dabar man mano prašau ačiū visi viską galima reikia padaryk nėra būti`,
	hi: `hai hain nahi nahin kya karo kardo karna karke mujhe isko usko aur yeh mera mere kaise kyu kyun chahiye bhai abhi raha rahe rahi hona wala koi toh isme`,
}

// plainEnglish are words of the trade that are English and that people of every
// language borrow: they tell a little when nothing else does.
const plainEnglish = `add fix create update remove delete change implement write rename refactor check find show explain run test tests error errors file files
	button page function method class line lines code review bug feature issue works working work continue help build failing broken missing install move replace
	allow enable disable running external server user users bump set start stop open close copy print call return save load send default list hide
	improve support current wrong right good great next first last plan read try each every between execute take once proc ate`

// letters tell a language by a letter that few others have: they speak for words
// that stand in no list.
var letters = map[rune][]code{
	'ß': {de}, 'ñ': {es}, '¿': {es}, '¡': {es}, 'ã': {pt}, 'õ': {pt, et}, 'œ': {fr}, 'ê': {fr, pt}, 'ù': {fr, it}, 'ò': {it}, 'ì': {it},
	'è': {fr, it, ca}, 'é': {fr, es, pt, hu, cs}, 'ç': {fr, pt, tr}, 'à': {fr, it, pt}, 'á': {es, pt, cs, sk, hu}, 'í': {es, pt, cs, sk, hu},
	'ó': {es, pt, pl, hu}, 'ú': {es, pt, cs, sk, hu}, 'ô': {fr, pt, sk}, 'î': {fr, ro}, 'â': {fr, pt, ro},
	'š': {cs, sk, hr, sl, lt}, 'č': {cs, sk, hr, sl, lt}, 'ž': {cs, sk, hr, sl, lt}, 'ý': {cs, sk},
	'å': {sv, da, no}, 'ø': {da, no}, 'æ': {da, no}, 'ł': {pl}, 'ą': {pl, lt}, 'ę': {pl, lt}, 'ś': {pl}, 'ź': {pl}, 'ż': {pl}, 'ń': {pl},
	'ř': {cs}, 'ě': {cs}, 'ů': {cs}, 'ľ': {sk}, 'ŕ': {sk}, 'đ': {hr, vi}, 'ć': {hr, pl}, 'ș': {ro}, 'ț': {ro}, 'ă': {ro, vi}, 'ő': {hu}, 'ű': {hu},
	'ğ': {tr}, 'ı': {tr}, 'ş': {tr}, 'ė': {lt}, 'ų': {lt}, 'ū': {lt}, 'ơ': {vi}, 'ư': {vi}, 'ü': {de, tr, hu, et}, 'ä': {de, sv, fi, et}, 'ö': {de, sv, fi, tr, hu},
}

// words maps each word to the languages it speaks for.
var words = index()

// plain holds plainEnglish.
var plain = func() map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(plainEnglish) {
		m[w] = true
	}
	return m
}()

func index() map[string][]code {
	m := make(map[string][]code, 2048)
	for c := range codes {
		for w := range strings.FieldsSeq(common[c]) {
			if have := m[w]; len(have) == 0 || have[len(have)-1] != c {
				m[w] = append(have, c)
			}
		}
	}
	// Many people type without accents: "nao", "degil". Such a spelling counts where
	// it is no word of another language ("för" is none of Swedish as "for").
	bare := make(map[string][]code)
	for c := range codes {
		for w := range strings.FieldsSeq(common[c]) {
			b := unaccented(w)
			if b == w || len(b) < leastBare || len(m[b]) > 0 || plain[b] {
				continue
			}
			if have := bare[b]; len(have) == 0 || have[len(have)-1] != c {
				bare[b] = append(have, c)
			}
		}
	}
	for b, cs := range bare {
		m[b] = cs
	}
	return m
}

// leastBare is the length in bytes from which a word without its accents tells.
const leastBare = 3

// unaccented writes a word of the lists without accents.
func unaccented(w string) string { return bareLetters.Replace(w) }

var bareLetters = strings.NewReplacer(
	"á", "a", "à", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ă", "a", "ą", "a", "ç", "c", "ć", "c", "č", "c", "ď", "d", "đ", "d",
	"é", "e", "è", "e", "ê", "e", "ë", "e", "ę", "e", "ě", "e", "ė", "e", "ğ", "g", "í", "i", "ì", "i", "î", "i", "ï", "i", "ı", "i", "į", "i",
	"ł", "l", "ñ", "n", "ń", "n", "ň", "n", "ó", "o", "ò", "o", "ô", "o", "õ", "o", "ö", "o", "ő", "o", "ř", "r", "ś", "s", "š", "s", "ş", "s", "ș", "s",
	"ť", "t", "ț", "t", "ú", "u", "ù", "u", "û", "u", "ü", "u", "ů", "u", "ű", "u", "ų", "u", "ū", "u", "ý", "y", "ź", "z", "ż", "z", "ž", "z",
	"ạ", "a", "ả", "a", "ấ", "a", "ầ", "a", "ậ", "a", "ế", "e", "ề", "e", "ể", "e", "ệ", "e", "ị", "i", "ỉ", "i", "ộ", "o", "ố", "o", "ồ", "o", "ơ", "o", "ờ", "o", "ớ", "o", "ợ", "o", "ở", "o",
	"ư", "u", "ừ", "u", "ữ", "u", "ụ", "u", "ử", "u", "ũ", "u", "ĩ", "i",
)
