/** What a customer and the support write in a language, and how mail programs speak there. */
export interface Language {
	code: string;
	/** What the customer writes in the mail: each a sentence that must not be lost. */
	own: string[];
	/** What the support had written before, quoted in the mail. */
	quoted: string[];
	/** The lines above a quote of Gmail, Apple Mail, Thunderbird and Yahoo. */
	gmail: string;
	apple: string;
	thunderbird: string;
	yahoo: string;
	/** The names in the head of a message that Outlook quotes: from, sent, to, subject. */
	head: [from: string, sent: string, to: string, subject: string];
	/** Between messages in bare text. */
	original: string;
	iphone: string;
	outlookMobile: string;
}

const SUPPORT = 'Acme Support <support@acme.example>';

export const languages: Language[] = [
	{
		code: 'en',
		own: ['Thank you for the quick answer.', 'The parcel has still not arrived, the tracking page says "in transit" since Monday.', 'Can you send a new one?'],
		quoted: ['We have handed your parcel to the carrier.', 'It should be with you by Thursday.'],
		gmail: `On Fri, Nov 20, 2026 at 10:04 AM ${SUPPORT} wrote:`,
		apple: `On Nov 20, 2026, at 10:04 AM, ${SUPPORT} wrote:`,
		thunderbird: 'On 20/11/2026 10:04, Acme Support wrote:',
		yahoo: `On Friday, November 20, 2026 at 10:04:31 AM GMT+1, ${SUPPORT} wrote:`,
		head: ['From', 'Sent', 'To', 'Subject'],
		original: 'Original Message',
		iphone: 'Sent from my iPhone',
		outlookMobile: 'Get Outlook for iOS',
	},
	{
		code: 'de',
		own: ['Vielen Dank für die schnelle Antwort.', 'Das Paket ist noch nicht da, ich warte nun seit Montag.', 'Können Sie ein neues schicken?'],
		quoted: ['Wir haben Ihr Paket dem Zusteller übergeben.', 'Es sollte am Donnerstag bei Ihnen sein.'],
		gmail: `Am Fr., 20. Nov. 2026 um 10:04 Uhr schrieb ${SUPPORT}:`,
		apple: `Am 20.11.2026 um 10:04 schrieb ${SUPPORT}:`,
		thunderbird: 'Am 20.11.26 um 10:04 schrieb Acme Support:',
		yahoo: `Am Freitag, 20. November 2026 um 10:04:31 MEZ hat ${SUPPORT} Folgendes geschrieben:`,
		head: ['Von', 'Gesendet', 'An', 'Betreff'],
		original: 'Ursprüngliche Nachricht',
		iphone: 'Von meinem iPhone gesendet',
		outlookMobile: 'Holen Sie sich Outlook für iOS',
	},
	{
		code: 'fr',
		own: ['Merci pour votre réponse rapide.', "Le colis n'est toujours pas arrivé : j'attends depuis lundi !", 'Pouvez-vous en envoyer un autre ?'],
		quoted: ['Nous avons remis votre colis au transporteur.', 'Il devrait arriver jeudi.'],
		gmail: `Le ven. 20 nov. 2026 à 10:04, ${SUPPORT} a écrit :`,
		apple: `Le 20 nov. 2026 à 10:04, ${SUPPORT} a écrit :`,
		thunderbird: 'Le 20/11/2026 à 10:04, Acme Support a écrit :',
		yahoo: `Le vendredi 20 novembre 2026 à 10:04:31 UTC+1, ${SUPPORT} a écrit :`,
		head: ['De', 'Envoyé', 'À', 'Objet'],
		original: "Message d'origine",
		iphone: 'Envoyé de mon iPhone',
		outlookMobile: 'Télécharger Outlook pour iOS',
	},
	{
		code: 'es',
		own: ['Gracias por la respuesta.', 'El paquete todavía no ha llegado, llevo esperando desde el lunes.', '¿Pueden enviar otro?'],
		quoted: ['Hemos entregado su paquete al transportista.', 'Debería llegar el jueves.'],
		gmail: `El vie, 20 nov 2026 a las 10:04, ${SUPPORT} escribió:`,
		apple: `El 20 nov 2026, a las 10:04, ${SUPPORT} escribió:`,
		thunderbird: 'El 20/11/26 a las 10:04, Acme Support escribió:',
		yahoo: `En viernes, 20 de noviembre de 2026, 10:04:31 CET, ${SUPPORT} escribió:`,
		head: ['De', 'Enviado', 'Para', 'Asunto'],
		original: 'Mensaje original',
		iphone: 'Enviado desde mi iPhone',
		outlookMobile: 'Obtener Outlook para iOS',
	},
	{
		code: 'it',
		own: ['Grazie per la risposta.', 'Il pacco non è ancora arrivato, aspetto da lunedì.', 'Potete inviarne un altro?'],
		quoted: ['Abbiamo consegnato il pacco al corriere.', 'Dovrebbe arrivare giovedì.'],
		gmail: `Il giorno ven 20 nov 2026 alle ore 10:04 ${SUPPORT} ha scritto:`,
		apple: `Il giorno 20 nov 2026, alle ore 10:04, ${SUPPORT} ha scritto:`,
		thunderbird: 'Il 20/11/2026 10:04, Acme Support ha scritto:',
		yahoo: `Il venerdì 20 novembre 2026 alle ore 10:04:31 CET, ${SUPPORT} ha scritto:`,
		head: ['Da', 'Inviato', 'A', 'Oggetto'],
		original: 'Messaggio originale',
		iphone: 'Inviato da iPhone',
		outlookMobile: 'Scarica Outlook per iOS',
	},
	{
		code: 'nl',
		own: ['Bedankt voor het snelle antwoord.', 'Het pakket is nog steeds niet aangekomen, ik wacht al sinds maandag.', 'Kunt u een nieuw pakket sturen?'],
		quoted: ['Wij hebben uw pakket aan de bezorger gegeven.', 'Het zou donderdag bij u moeten zijn.'],
		gmail: `Op vr 20 nov 2026 om 10:04 schreef ${SUPPORT}:`,
		apple: `Op 20 nov 2026 om 10:04 heeft ${SUPPORT} het volgende geschreven:`,
		thunderbird: 'Op 20-11-2026 om 10:04 schreef Acme Support:',
		yahoo: `Op vrijdag 20 november 2026 om 10:04:31 CET schreef ${SUPPORT}:`,
		head: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
		original: 'Oorspronkelijk bericht',
		iphone: 'Verstuurd vanaf mijn iPhone',
		outlookMobile: 'Download Outlook voor iOS',
	},
	{
		code: 'pt',
		own: ['Obrigado pela resposta.', 'A encomenda ainda não chegou, estou à espera desde segunda-feira.', 'Podem enviar outra?'],
		quoted: ['Entregámos a sua encomenda à transportadora.', 'Deve chegar na quinta-feira.'],
		gmail: `Em sex., 20 de nov. de 2026 às 10:04, ${SUPPORT} escreveu:`,
		apple: `No dia 20/11/2026, às 10:04, ${SUPPORT} escreveu:`,
		thunderbird: 'Em 20/11/2026 10:04, Acme Support escreveu:',
		yahoo: `Em sexta-feira, 20 de novembro de 2026 10:04:31 BRT, ${SUPPORT} escreveu:`,
		head: ['De', 'Enviada em', 'Para', 'Assunto'],
		original: 'Mensagem original',
		iphone: 'Enviado do meu iPhone',
		outlookMobile: 'Obter o Outlook para iOS',
	},
	{
		code: 'pl',
		own: ['Dziękuję za szybką odpowiedź.', 'Paczka nadal nie dotarła, czekam od poniedziałku.', 'Czy mogą Państwo wysłać nową?'],
		quoted: ['Przekazaliśmy paczkę kurierowi.', 'Powinna dotrzeć w czwartek.'],
		gmail: `pt., 20 lis 2026 o 10:04 ${SUPPORT} napisał(a):`,
		apple: `Wiadomość napisana przez ${SUPPORT} w dniu 20.11.2026, o godz. 10:04:`,
		thunderbird: 'W dniu 20.11.2026 o 10:04, Acme Support pisze:',
		yahoo: `W dniu piątek, 20 listopada 2026 10:04:31 CET ${SUPPORT} napisał(-a):`,
		head: ['Od', 'Wysłano', 'Do', 'Temat'],
		original: 'Wiadomość oryginalna',
		iphone: 'Wysłane z iPhone’a',
		outlookMobile: 'Pobierz program Outlook dla systemu iOS',
	},
	{
		code: 'ja',
		own: ['早速のご返信ありがとうございます。', '荷物はまだ届いていません。月曜日から待っています。', '新しいものを送っていただけますか。'],
		quoted: ['お荷物を配送業者に引き渡しました。', '木曜日までに届く予定です。'],
		gmail: `2026年11月20日(金) 10:04 ${SUPPORT}:`,
		apple: `2026/11/20 10:04、${SUPPORT}のメール：`,
		thunderbird: 'On 2026/11/20 10:04, Acme Support wrote:',
		yahoo: `2026年11月20日金曜日 10:04:31 JST、${SUPPORT} さんは書きました:`,
		head: ['差出人', '送信日時', '宛先', '件名'],
		original: '元のメッセージ',
		iphone: 'iPhoneから送信',
		outlookMobile: 'Outlook for iOS を入手',
	},
	{
		code: 'sv',
		own: ['Tack för det snabba svaret.', 'Paketet har fortfarande inte kommit, jag har väntat sedan i måndags.', 'Kan ni skicka ett nytt?'],
		quoted: ['Vi har lämnat ditt paket till transportören.', 'Det bör vara hos dig på torsdag.'],
		gmail: `Den fre 20 nov. 2026 kl 10:04 skrev ${SUPPORT}:`,
		apple: `20 nov. 2026 kl. 10:04 skrev ${SUPPORT}:`,
		thunderbird: 'Den 2026-11-20 kl. 10:04, skrev Acme Support:',
		yahoo: `Den fredag 20 november 2026 10:04:31 CET skrev ${SUPPORT}:`,
		head: ['Från', 'Skickat', 'Till', 'Ämne'],
		original: 'Ursprungligt meddelande',
		iphone: 'Skickat från min iPhone',
		outlookMobile: 'Hämta Outlook för iOS',
	},
];
