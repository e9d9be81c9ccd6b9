package intent

import (
	"strings"
	"testing"

	"prism/internal/fact"
)

// toldBySymptom are first prompts that say how something behaves and ask for nothing. None
// is from a transcript.
const toldBySymptom = `
  the password field accepts an empty string
  negative balances show up as 0 in the statement
  after the update the sidebar is gone
  search results come back in random order
  the map stays grey until you zoom
  uploading a png twice creates two thumbnails
  scores are added to the wrong team
  cron job runs twice a day instead of once
  The cursor jumps to the end every time I type.
  Sessions expire after 5 minutes. They should last a day.
  health check returns 200 even when the db is down
  logging in with an uppercase mail logs you into a new account
  two workers pick up the same job
  dates before 1970 come out as 1970
  the invoice pdf cuts off the last line
  memory grows with every request
  Deleted comments show again after refresh
  parser reads past the end of the buffer on odd lengths
  volume slider goes to 101
  CSV import drops the last row
  the timer keeps running after the game is over
  Emails arrive twice for some customers. It should be one.
  Deadlock in the pool: both workers wait for the other one
  der countdown läuft nach null weiter
  bestellungen landen doppelt in der tabelle
  nach dem update ist das menü weg
  die suche findet umlaute nicht
  bei leerem warenkorb wird trotzdem versand berechnet
  das datum wird um einen tag versetzt angezeigt
  der filter vergisst seine einstellung sobald man neu lädt
  le minuteur continue après la pause
  les factures apparaissent deux fois dans le tableau
  après la mise à jour le menu a disparu
  la recherche ne trouve pas les accents
  le prix affiche NaN quand le panier est vide
  la date est décalée d'un jour
  le bouton ok ne réagit plus
  el temporizador sigue después de pausar
  los pedidos aparecen dos veces en la tabla
  después de actualizar desapareció el menú
  la búsqueda no encuentra acentos
  la fecha sale con un día menos
  al recargar se pierde el carrito
  o cronometro continua depois da pausa
  os pedidos aparecem duas vezes na tabela
  depois da atualizacao o menu sumiu
  a data sai com um dia a menos
  ao recarregar o carrinho fica vazio
  il timer continua dopo la pausa
  gli ordini compaiono due volte nella tabella
  dopo l'aggiornamento il menu è sparito
  la ricerca non trova gli accenti
  la data è indietro di un giorno
  ricaricando la pagina il carrello si svuota
  de timer loopt door na pauze
  bestellingen staan twee keer in de tabel
  na de update is het menu weg
  de zoekfunctie vindt geen accenten
  de datum loopt een dag achter
  таймер продолжает идти после паузы
  заказы появляются дважды в таблице
  после обновления пропало меню
  поиск не находит букву ё
  дата сдвигается на день
  licznik leci dalej po pauzie
  zamówienia pojawiają się dwa razy w tabeli
  po aktualizacji zniknęło menu
  wyszukiwarka nie znajduje polskich znaków
  data jest przesunięta o jeden dzień
  一時停止してもタイマーが止まりません
  注文が二重に登録される
  更新したらメニューが消えた
  日付が一日ずれて表示される
  空のカートで NaN と表示される
  暂停之后计时器还在走
  订单会重复出现两次
  日期显示少了一天
  购物车为空时显示 NaN
  일시정지해도 타이머가 안 멈춰요
  주문이 두 번 들어가요
  업데이트하고 나서 메뉴가 사라졌어요
  날짜가 하루 밀려서 나와요
  duraklatınca sayaç durmuyor
  siparişler tabloda iki kez görünüyor
  güncellemeden sonra menü kayboldu
  the tooltip covers the button it belongs to
  typing fast swallows letters
  after logging out the back button still shows my inbox
  the total ignores the voucher
  leap years are treated like normal ones
  on mobile the footer floats in the middle of the page
  Two players can take the same seat.
  The report for march includes april first.
  our rate limiter counts every request double
  sound plays even if muted
  tags with a slash in them get cut
  archive contains the folder twice
  the queue never drains when a worker dies
  discount gets applied before tax, it should be after
  Every second row is skipped when I import a file with windows line endings
  bots keep getting through the captcha
  printing on a4 leaves the last column out
  websocket reconnects forever once the server restarts
  the form loses its input after a validation error
  wind direction is off by 180 degrees
  der export schneidet lange namen ab
  nach dem löschen taucht der eintrag wieder auf
  das formular schickt die mail zweimal
  auf dem ipad ist der rand abgeschnitten
  bei sommerzeit stimmt die uhrzeit nicht
  le compteur redescend à zéro après minuit
  l'export coupe les noms trop longs
  le formulaire part deux fois
  les images sont floues sur mobile
  el formulario se envía dos veces
  la app se cierra al girar el móvil
  el total no incluye el iva
  las imágenes se ven borrosas en el móvil
  após meia-noite o contador volta para zero
  o formulário é enviado duas vezes
  o app fecha quando giro o celular
  il modulo viene inviato due volte
  dopo mezzanotte il contatore torna a zero
  le immagini risultano sfocate sul telefono
  het formulier wordt twee keer verstuurd
  na middernacht springt de teller naar nul
  de app sluit af als je het scherm draait
  форма отправляется два раза
  после полуночи счётчик сбрасывается
  formularz wysyła się dwa razy
  po północy licznik wraca do zera
  zdjęcia na telefonie są rozmazane
  フォームが2回送信される
  深夜0時を過ぎるとカウンターがゼロに戻る
  表单会提交两次
  过了零点计数器就归零了
  폼이 두 번 전송돼요
  자정이 지나면 카운터가 0으로 돌아가요
  form iki kez gönderiliyor
  gece yarısından sonra sayaç sıfırlanıyor
`

// toldAsWish are first prompts that wish for something, order it in words that no list of
// requests has, or only name it.
const toldAsWish = `
  the title should be bigger
  the list is sorted by date. reverse it
  the endpoint returns xml, switch it to json
  shrink the widget that shows the weather
  log users out when they are idle for an hour
  when the user is idle log them out
  This is a django project for a library.
  never cache the index page
  don't send mails on sunday
  I want the chart to show the last 30 days
  we need a page that shows all orders
  it would be nice if the map remembered its zoom
  shuffle the deck before every round
  kick players who are idle
  sort results by date instead of name
  use tabs instead of spaces
  dark header, white text
  the new api key is in .env.local, wire it up
  The button is blue. Make it green.
  show a spinner while the list loads
  whoever is logged in can export
  german translation for the settings
  guests get a 10% discount
  skaliere das bild auf 200 pixel
  keine mails am sonntag schicken
  der titel soll größer sein
  der header ist blau, mach ihn grün
  nicht mehr als 10 treffer anzeigen
  le titre doit être plus grand
  ne pas afficher le prix aux invités
  el titulo debe ser mas grande
  no muestres el precio a los invitados
  el boton es azul, ponlo verde
  mostrar un aviso cuando no hay red
  o botão é azul, deixa verde
  não mostrar o preço para visitantes
  non mostrare il prezzo agli ospiti
  toon geen prijs aan gasten
  заголовок должен быть больше
  не показывай цену гостям
  nie pokazuj ceny gościom
  タイトルを大きくして
  标题改大一点
  不要给游客显示价格
  제목을 더 크게
  손님에게는 가격을 보여주지 마
  başlık daha büyük olsun
  misafirlere fiyat gösterme
  the settings page could use a search box
  tooltips for the toolbar icons
  higher contrast for disabled buttons
  cap the log file at 10 MB
  sort the users by last login, newest first
  the footer gets the new slogan: Sail slowly
  users want to export their data
  redirect to the dashboard after login
  hide the sidebar when the window is narrow
  a badge that shows unread mails
  trim whitespace before saving
  the docs live in /docs, link them from the footer
  version goes to 2.4
  the logo is on the left, center it
  make it so that pressing esc closes the dialog
  prices in euro instead of dollar
  log the user id with every request
  warn people when the disk is almost full
  for new accounts the trial lasts 14 days now
  keep the screen on while the timer runs
  round to two decimals
  we moved to eu-west-1, adapt the bucket url
  no emojis in commit messages
  the api now returns cents. divide by 100
  der fußzeile fehlt noch ein link zum impressum
  preise in euro statt dollar
  bei enter das formular abschicken
  jede zeile bekommt eine checkbox
  das logo ist links, zentriere es
  neue nutzer sollen eine mail bekommen
  arrondir à deux décimales
  les prix en euros au lieu de dollars
  fermer la fenêtre quand on appuie sur echap
  chaque ligne doit avoir une case
  precios en euros en vez de dólares
  cerrar el diálogo al pulsar escape
  redondear a dos decimales
  preços em euro em vez de dólar
  fechar o diálogo ao apertar esc
  prezzi in euro invece di dollari
  arrotonda a due decimali
  prijzen in euro in plaats van dollar
  afronden op twee decimalen
  цены в евро вместо долларов
  закрывать окно при нажатии esc
  ceny w euro zamiast w dolarach
  zaokrąglaj do dwóch miejsc
  価格をユーロ表示に
  escで閉じるように
  价格用欧元显示
  按 esc 关闭窗口
  가격은 유로로
  esc 누르면 닫히게
  fiyatlar euro olsun
  esc basınca kapansın
`

// A fault that is told by its symptom, and for which code was changed, is a bug to be fixed,
// in whatever words; a wish is none, though it may name when and how something happens.
func TestToldBySymptom(t *testing.T) {
	b := newDesk()
	for _, c := range []struct {
		prompts string
		bug     bool
	}{{toldBySymptom, true}, {toldAsWish, false}} {
		for p := range strings.SplitSeq(strings.TrimSpace(c.prompts), "\n") {
			p = strings.TrimSpace(p)
			r := b.words.Reader()
			q := requestOf(r.Reader, r.Read(new(talk).Ask(p).Read("tide.go").Swap("tide.go", "x := 1", "x := 2").Say("Done.").Draft()))
			if got := stated(r.Reader, q); (got == fact.BugFix) != c.bug {
				t.Errorf("%q: %q, want a bug: %v", p, got, c.bug)
			}
			b.words.Return(r)
		}
	}
}

// What was built anew was no fault, however it is told; nor is what no code was changed for.
func TestSymptomWithoutARepair(t *testing.T) {
	b := newDesk()
	const prompt = "clearing the tray twice creates two entries"
	for why, k := range map[string]*talk{
		"a new file": new(talk).Ask(prompt).Write("tray.go", 4).Say("Done."),
		"a document": new(talk).Ask(prompt).Edit("tray.md", 2).Say("Done."),
	} {
		r := b.words.Reader()
		if got := stated(r.Reader, requestOf(r.Reader, r.Read(k.Draft()))); got == fact.BugFix {
			t.Errorf("%s: %q", why, got)
		}
		b.words.Return(r)
	}
}
