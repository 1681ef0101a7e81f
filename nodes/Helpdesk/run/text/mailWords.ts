// The words that mail programs put around what they quote, forward and sign, in the languages that customers write.

/** A day, a year or a time of day. */
export const DATE = /\b(?:19|20)\d\d\b|\d[./年-]\s?\d{1,2}[./月-]\s?\d|\d[:.hH時]\d\d/u;

/** How a line above a quote says that somebody wrote. */
export const WROTE = new RegExp(
	'wrote|schrieb|geschrieben|écrit|escribi[oó]|scritto|schreef|geschreven|escreveu|pisze|napisał|skrev|kirjoitti|написа|пишет|写道|寫道|のメール|のメッセージ|書きました|作成|작성|írta|yazd[ıi]|napsal|a scris|έγραψε',
	'iu',
);

/** How such a line begins. */
export const ATTRIBUTION_START =
	/^[\s*-]*(?:on|am|le|el|en|il|in data|op|em|no dia|w dniu|dnia|den|fre|pe|в|dne|\d{1,4}[./年-]|\p{L}{2,4}[.,]? \d{1,2}[ .]|\p{L}{2,4}\., )/iu;

/** Between messages, where the one below is quoted. */
export const ORIGINAL = new RegExp(
	`^[-_=*\\s]{2,}(?:original message|ursprüngliche nachricht|originalnachricht|message d'origine|message d’origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original|wiadomość oryginalna|oryginalna wiadomość|元のメッセージ|original-nachricht|oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande|alkuperäinen viesti|原始邮件|原始郵件|исходное сообщение|원본 메시지|původní zpráva|özgün i̇leti|özgün ileti)[-_=*\\s]{2,}$`,
	'iu',
);

/** Above what somebody forwards. */
export const FORWARD = new RegExp(
	`^[-_=*>\\s]*(?:begin )?(?:forwarded message|weitergeleitete (?:nachricht|e-mail)|anfang der weitergeleiteten (?:nachricht|e-mail)|message transféré|début du message (?:réexpédié|transféré)|mensaje reenviado|inicio del mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|doorgestuurd bericht|mensagem (?:re)?encaminhada|início da mensagem (?:re)?encaminhada|przekazana wiadomość|początek przekazywanej wiadomości|転送されたメッセージ|forwarded by [^\\n]{1,80}|vidarebefordrat meddelande|videresendt besked|转发的邮件|пересылаемое сообщение)[-_=*:：\\s]*$`,
	'iu',
);

const HEADER_NAMES = {
	from: 'from | von | de | da | van | od | från | fra | lähettäjä | 差出人 | 送信者 | 发件人 | 寄件者 | 보낸 사람 | от | kimden | gönderen | expéditeur | mittente | afzender | remitente | remetente | nadawca | feladó | odesílatel',
	date: "sent | date | gesendet | gesendet am | datum | envoyé | envoyé le | date d'envoi | enviado | enviado el | enviado em | enviada | enviada em | fecha | inviato | data | verzonden | wysłano | 送信日時 | 日付 | 日時 | 发送时间 | 时间 | sendt | skickat | lähetetty | отправлено | дата | 보낸 날짜 | gönderildi | tarih | dato | odesláno",
	to: 'to | an | à | a | para | aan | do | 宛先 | 收件人 | til | till | vastaanottaja | кому | kime | 받는 사람 | komu | cc | kopie',
	subject:
		'subject | betreff | objet | asunto | oggetto | onderwerp | assunto | temat | 件名 | 主题 | 主旨 | emne | ämne | aihe | тема | konu | 제목 | předmět',
};

/** What the lines of a message's head are about, by their names in lower case. */
export const HEADERS: ReadonlyMap<string, string> = new Map(
	Object.entries(HEADER_NAMES).flatMap(([what, names]) => names.split('|').map((name) => [name.trim(), what] as const)),
);

/** Where somebody says that the answers stand in the history, nothing of it is taken off. */
export const POINTS_BELOW = new RegExp(
	'\\bbelow\\b|\\binline\\b|\\bin-line\\b|\\bin red\\b|\\bin blue\\b|\\bunten\\b|in rot\\b|im text\\b|ci-dessous|plus bas|en rouge|\\babajo\\b|\\bdebajo\\b|en rojo|\\bsotto\\b|di seguito|in rosso|hieronder|onderstaand|in het rood|\\babaixo\\b|a vermelho|em vermelho|poniżej|na czerwono|下記|以下|赤字|下面',
	'iu',
);

/** What telephones put under a message by themselves. */
const SIGNED_BY =
	'sent from|sent via|sent with|von meinem|gesendet (?:von|mit|aus)|diese nachricht wurde von|envoyé (?:de|depuis|à partir)|enviado (?:desde|do|de|a partir)|inviato da|verzonden (?:vanaf|met|via|vanuit)|verstuurd vanaf|wysłan[oey] (?:z|ze)|skickat från|sendt fra|lähetetty|отправлено (?:с|из)|发自我的|傳自我的|odesláno z|나의';

const DEVICE =
	'iphon|ipad|android|galaxy|samsung|outlook|mail|huawei|xiaomi|pixel|blackberry|windows|mobil|phone|handy|telefon|teléfono|móvil|téléphone|cellulare|telemóvel|celular|proton|gmx|web\\.de';

/** What Outlook puts under a message: where to get it. */
const GET_OUTLOOK =
	'(?:get|download|hämta|hent|hanki|holen sie sich|télécharger|obtenir|obtener|obter(?: o)?|scarica|ottieni|pobierz(?: program)?|получить|získat) (?:het )?outlook (?:for|für|för|voor|til|pour|para|per|dla(?: systemu)?|для|pro) (?:ios|android|mac|windows)|outlook for (?:ios|android) を入手|(?:ios|android)용 outlook 다운로드|(?:ios|android) için outlook.u edinin';

/** "Sent from my iPhone": it names a device or a program, and is no sentence. */
export const SIGNED_BY_DEVICE = new RegExp(
	`^\\W*(?:(?:(?:${SIGNED_BY}).{0,40}(?:${DEVICE})|(?:iphone|ipad|android).{0,10}(?:から送信|gönderildi)).{0,40}(?<![.?!]\\s?)|${GET_OUTLOOK})$`,
	'iu',
);
