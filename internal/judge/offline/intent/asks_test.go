package intent

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/observe/speech"
)

// asksOfPeople are short requests as people type them, by what they ask for, in
// many languages. None is from a transcript.
const asksOfPeople = `
question
  what does this function return?
  how do I run only one test in this repo?
  can you explain the difference between these two hooks
  which config file wins if both exist?
  ¿para qué sirve este archivo?
  ¿cómo funciona la caché aquí?
  cuál es la diferencia entre estos dos métodos?
  à quoi sert ce fichier ?
  comment fonctionne le cache ici ?
  c'est quoi un middleware ?
  wozu dient diese Datei?
  was bedeutet dieser Parameter?
  wie funktioniert der Cache hier?
  para que serve este arquivo?
  como funciona o cache aqui?
  a cosa serve questo file?
  come funziona la cache qui?
  для чего нужен этот файл?
  как работает кэш?
  что значит этот параметр
  do czego służy ten plik?
  jak działa ten cache?
  waar dient dit bestand voor?
  bu dosya ne işe yarıyor?
  このファイルは何のためにありますか？
  キャッシュはどう動いていますか
  这个文件是干什么用的？
  缓存是怎么工作的
  이 파일은 뭐 하는 거야?
  캐시는 어떻게 동작하나요
ask_fix
  fix the crash on startup
  please fix my unit test
  can you fix the failing pipeline?
  the login page returns a 500, please repair it
  arregla el error al iniciar sesión
  corrige el fallo del carrito
  soluciona el problema de las fechas
  corrige le plantage au démarrage
  répare la page de connexion
  règle le problème des dates
  behebe den Absturz beim Start
  repariere die Anmeldung
  bitte den Fehler im Login beheben
  corrige o erro no login
  conserta a página de pagamento
  resolve o problema das datas
  correggi l'errore nel login
  sistema la pagina di pagamento
  исправь падение при запуске
  почини страницу входа
  устрани ошибку в датах
  napraw błąd logowania
  popraw stronę płatności
  herstel de crash bij het opstarten
  girişteki hatayı düzelt
  ログインのエラーを直してください
  起動時のクラッシュを修正して
  日付がずれるバグを直して
  修复登录页面的崩溃
  解决日期显示错误的问题
  로그인 오류를 고쳐줘
  시작할 때 죽는 버그를 잡아줘
ask_add
  add a dark mode toggle to the settings page
  create a script that backs up the database
  build me a landing page for the shop
  implement pagination for the orders endpoint
  I'd like to have an export button on the report
  let's add support for webhooks
  agrega un botón para exportar
  crea un script que respalde la base de datos
  quiero que implementes paginación
  hazme una página de inicio
  ajoute un bouton d'export
  crée un script de sauvegarde
  je voudrais une page d'accueil
  implémente la pagination
  füge einen Export-Button hinzu
  erstelle ein Skript für Backups
  ich hätte gerne eine Startseite
  baue eine Suche ein
  adicione um botão de exportar
  crie um script de backup
  quero que você implemente paginação
  faz uma página inicial
  aggiungi un pulsante di esportazione
  crea uno script di backup
  vorrei una pagina iniziale
  добавь кнопку экспорта
  создай скрипт резервного копирования
  сделай главную страницу
  dodaj przycisk eksportu
  stwórz skrypt kopii zapasowej
  voeg een exportknop toe
  maak een script voor back-ups
  dışa aktarma düğmesi ekle
  エクスポートボタンを追加してください
  バックアップ用のスクリプトを作成して
  検索機能を実装して
  添加一个导出按钮
  写一个备份数据库的脚本
  实现订单接口的分页
  내보내기 버튼을 추가해줘
  백업 스크립트를 만들어줘
ask_refactor
  refactor the payment module
  split this file into smaller ones
  extract the duplicated parsing into one helper
  clean up the code in utils
  migrate the tests from jest to vitest
  refactoriza el módulo de pagos
  divide este archivo en otros más pequeños
  extrae el código duplicado
  refactorise le module de paiement
  découpe ce fichier en plusieurs
  extrais le code dupliqué
  nettoie le code
  refaktoriere das Bezahlmodul
  teile diese Datei auf
  räume den Code auf
  refatore o módulo de pagamento
  divida este arquivo em menores
  extraia o código duplicado
  rifattorizza il modulo dei pagamenti
  dividi questo file
  отрефактори модуль оплаты
  разбей этот файл на несколько
  вынеси дублирующийся код
  zrefaktoryzuj moduł płatności
  podziel ten plik
  refactor de betaalmodule
  splits dit bestand op
  ödeme modülünü yeniden düzenle
  支払いモジュールをリファクタリングして
  このファイルを分割して
  重複コードを共通化してください
  重构支付模块
  把这个文件拆分成几个小文件
  抽取重复的代码
  결제 모듈을 리팩토링해줘
  이 파일을 여러 개로 나눠줘
ask_review
  review my changes on this branch
  can you do a code review of this diff?
  what do you think of this design?
  revisa mis cambios
  haz una revisión de este código
  relis mes changements
  peux-tu faire une revue de ce code ?
  fais une code review de la branche
  überprüfe meine Änderungen
  mach ein Code-Review
  revise minhas mudanças
  faça uma revisão deste código
  rivedi le mie modifiche
  fai una revisione di questo codice
  проверь мои изменения
  сделай ревью этого кода
  sprawdź moje zmiany
  zrób przegląd tego kodu
  beoordeel mijn wijzigingen
  kodumu incele
  変更をレビューしてください
  このコードをレビューして
  审查一下我的改动
  帮我评审这段代码
  내 변경 사항을 리뷰해줘
  이 코드를 검토해줘
ask_plan
  write a plan for the migration, no code yet
  let's plan the new billing service
  create a design doc for the sync engine
  draft a PRD for the mobile app
  haz un plan para la migración
  diseña la arquitectura del servicio
  fais un plan pour la migration
  conçois l'architecture du service
  rédige un cahier des charges
  erstelle einen Plan für die Migration
  entwirf die Architektur des Dienstes
  faça um plano para a migração
  gere um PRD para o aplicativo
  projete a arquitetura do serviço
  fai un piano per la migrazione
  progetta l'architettura del servizio
  составь план миграции
  спроектируй архитектуру сервиса
  maak een plan voor de migratie
  geçiş için bir plan hazırla
  移行の計画を立ててください
  サービスの設計を考えて
  制定一个迁移计划
  设计一下服务的架构
  마이그레이션 계획을 세워줘
  서비스 아키텍처를 설계해줘
ask_investigate
  investigate why the nightly job is slow
  find out where the memory goes
  look into the flaky integration suite
  compare these two libraries for us
  investiga por qué el trabajo es lento
  averigua dónde se usa esta función
  compara estas dos librerías
  cherche pourquoi le job est lent
  trouve où cette fonction est utilisée
  compare ces deux bibliothèques
  finde heraus, warum der Job langsam ist
  untersuche den Speicherverbrauch
  vergleiche diese zwei Bibliotheken
  descubra por que o job está lento
  investigue o consumo de memória
  compare estas duas bibliotecas
  scopri perché il job è lento
  confronta queste due librerie
  выясни, почему задача медленная
  найди, где используется эта функция
  сравни эти две библиотеки
  zbadaj, dlaczego zadanie jest wolne
  porównaj te dwie biblioteki
  zoek uit waarom de job traag is
  işin neden yavaş olduğunu araştır
  ジョブが遅い原因を調べて
  この関数がどこで使われているか調査してください
  调查一下任务为什么慢
  对比这两个库
  작업이 왜 느린지 조사해줘
  두 라이브러리를 비교해줘
ask_small
  rename the flag to --quiet
  bump the version to 2.1.0
  change the button text to Save
  update the README with the new command
  remove the unused import
  cambia el texto del botón a Guardar
  actualiza la versión a 2.1.0
  elimina el import que no se usa
  change le texte du bouton
  mets à jour la version
  supprime l'import inutile
  renomme l'option
  ändere den Text des Knopfes
  aktualisiere die Version
  entferne den unbenutzten Import
  mude o texto do botão
  atualize a versão
  remova o import não usado
  cambia il testo del pulsante
  aggiorna la versione
  rimuovi l'import inutilizzato
  поменяй текст кнопки
  обнови версию
  удали лишний импорт
  zmień tekst przycisku
  zaktualizuj wersję
  usuń nieużywany import
  wijzig de tekst van de knop
  verwijder de ongebruikte import
  butonun metnini değiştir
  ボタンの文言を変更して
  バージョンを更新してください
  不要な import を削除して
  把按钮文字改成保存
  更新版本号
  删除没用的导入
  버튼 글자를 저장으로 바꿔줘
  버전을 업데이트해줘
  안 쓰는 import를 삭제해줘
`

// TestWhatAPromptAsksFor holds what a bare prompt is heard to ask for.
func TestWhatAPromptAsksFor(t *testing.T) {
	b := newDesk()
	names := speech.SenseNames()
	want := ""
	for line := range strings.SplitSeq(asksOfPeople, "\n") {
		if !strings.HasPrefix(line, "  ") {
			want = line
			continue
		}
		prompt := strings.TrimSpace(line)
		r := b.words.Reader()
		q := requestOf(r.Reader, r.Read(&conversation.Draft{Agent: "claude", First: 1, Turns: []conversation.Turn{{UUID: "p", Prompt: prompt}}}))
		b.words.Return(r)
		got := names[leadOf(q)]
		if got == "broken" {
			got = "ask_fix"
		}
		if got != want {
			t.Errorf("%q asks for %s, heard %s", prompt, want, got)
		}
	}
}
