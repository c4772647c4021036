import { expect, test } from 'vitest'
import { mailOf, mailReader } from '#server/test/mail/parsing.ts'

const parse = mailReader()
const plain = 'Content-Type: text/plain; charset=utf-8'

/** The text with each collapsed range in brackets. */
async function shown(text: string, subject = 'Re: Invoice') {
  const mail = await parse(mailOf([`Subject: ${subject}`, plain], text.replace(/[⟦⟧]/g, '')))
  let result = ''
  let last = 0
  for (const [from, to] of mail.collapsed) {
    result += `${mail.text.slice(last, from)}⟦${mail.text.slice(from, to)}⟧`
    last = to
  }
  return result + mail.text.slice(last)
}

const eva = 'Eva Maier <eva@firma.example>'

const introductions = {
  'Gmail in English': `On Tue, 2 Jan 2024 at 10:00, ${eva} wrote:`,
  'Gmail in English, broken': `On Tue, 2 Jan 2024 at 10:00, Eva Maria Theresia Maier-Hofstätter\n<eva@firma.example> wrote:`,
  'Apple Mail in English': 'On 2 Jan 2024, at 10:00, Eva Maier <eva@firma.example> wrote:',
  'Thunderbird in English': 'On 02/01/2024 10:00, Eva Maier wrote:',
  'an old program': 'Eva Maier wrote:',
  'Gmail in German': `Am Di., 2. Jan. 2024 um 10:00 Uhr schrieb ${eva}:`,
  'Apple Mail in German': `Am 02.01.2024 um 10:00 schrieb ${eva}:`,
  'Gmail in French': 'Le mar. 2 janv. 2024 à 10:00, Eva Maier <eva@firma.example> a écrit :',
  'Gmail in Spanish': 'El mar, 2 ene 2024 a las 10:00, Eva Maier (<eva@firma.example>) escribió:',
  'Gmail in Portuguese': `Em ter., 2 de jan. de 2024 às 10:00, ${eva} escreveu:`,
  'Gmail in Italian': `Il giorno mar 2 gen 2024 alle ore 10:00 ${eva} ha scritto:`,
  'Gmail in Dutch': `Op di 2 jan 2024 om 10:00 schreef ${eva}:`,
  'Apple Mail in Dutch': `Op 2 jan. 2024, om 10:00 heeft ${eva} het volgende geschreven:`,
  'Gmail in Polish': `wt., 2 sty 2024 o 10:00 ${eva} napisał(a):`,
  'Thunderbird in Polish': 'W dniu 2.01.2024 o 10:00, Eva Maier pisze:',
  'Gmail in Turkish': `${eva}, 2 Oca 2024 Sal, 10:00 tarihinde şunu yazdı:`,
  'Gmail in Arabic': `في الثلاثاء، ٢ يناير ٢٠٢٤ في ١٠:٠٠ ص تمت كتابة ما يلي بواسطة ${eva}:`,
  'Gmail in Japanese': `2024年1月2日(火) 10:00 ${eva}:`,
  'Gmail in Chinese': `${eva} 于2024年1月2日周二 10:00写道：`,
}

test.each(Object.entries(introductions))(
  'a quote after an answer is collapsed with its introduction: %s [D11.6]',
  async (_, line) => {
    const text = `Thank you!\nThat helps.\n\n⟦${line}\n\n> Please find it attached.\n>\n> Eva⟧`
    expect(await shown(text)).toBe(text)
  },
)

const originals = {
  'Outlook in English': `⟦From: ${eva}\nSent: Tuesday, January 2, 2024 10:00 AM\nTo: Kim\nSubject: Invoice`,
  'Outlook in English, after a line': `⟦________________________________\nFrom: ${eva}\nSent: Tuesday\nTo: Kim\nSubject: Invoice`,
  'Outlook in German': `⟦Von: ${eva}\nGesendet: Dienstag, 2. Januar 2024 10:00\nAn: Kim\nBetreff: Rechnung`,
  'Outlook in French': `⟦De : ${eva}\nEnvoyé : mardi 2 janvier 2024 10:00\nÀ : Kim\nObjet : Facture`,
  'Outlook in Spanish': `⟦De: ${eva}\nEnviado el: martes, 2 de enero de 2024 10:00\nPara: Kim\nAsunto: Factura`,
  'Outlook in Portuguese': `⟦De: ${eva}\nEnviada em: terça-feira, 2 de janeiro de 2024\nPara: Kim\nAssunto: Fatura`,
  'Outlook in Italian': `⟦Da: ${eva}\nInviato: martedì 2 gennaio 2024 10:00\nA: Kim\nOggetto: Fattura`,
  'Outlook in Dutch': `⟦Van: ${eva}\nVerzonden: dinsdag 2 januari 2024 10:00\nAan: Kim\nOnderwerp: Factuur`,
  'Outlook in Polish': `⟦Od: ${eva}\nWysłano: wtorek, 2 stycznia 2024 10:00\nDo: Kim\nTemat: Faktura`,
  'Outlook in Turkish': `⟦Kimden: ${eva}\nGönderildi: 2 Ocak 2024 Salı 10:00\nKime: Kim\nKonu: Fatura`,
  'Outlook in Arabic': `⟦من: ${eva}\nتم الإرسال: الثلاثاء\nإلى: Kim\nالموضوع: فاتورة`,
  'Outlook in Japanese': `⟦差出人: ${eva}\n送信日時: 2024年1月2日 10:00\n宛先: Kim\n件名: 請求書`,
  'Outlook in Chinese': `⟦发件人: ${eva}\n发送时间: 2024年1月2日 10:00\n收件人: Kim\n主题: 发票`,
  'an original message in English': '⟦-----Original Message-----\nFrom: Eva',
  'an original message in German': '⟦-------- Ursprüngliche Nachricht --------\nVon: Eva',
  'an original message in French': "⟦-----Message d'origine-----\nDe : Eva",
  'an original message in Chinese': '⟦------------------ 原始邮件 ------------------\n发件人: Eva',
}

test.each(Object.entries(originals))('the original below an answer is collapsed: %s [D11.6]', async (_, head) => {
  const text = `Thank you!\n\n${head}\n\nPlease find it attached.\n\nEva⟧`
  expect(await shown(text)).toBe(text)
})

const signatures = [
  '-- \nKim Kunde\nKunde & Co\n+49 30 123456',
  '--\nKim Kunde',
  'Sent from my iPhone',
  'Get Outlook for iOS (https://aka.ms/o0ukef)',
  'Von meinem iPhone gesendet',
  'Diese Nachricht wurde von meinem Android-Gerät mit 1&1 Mail gesendet.',
  'Envoyé de mon iPhone',
  'Enviado desde mi iPhone',
  'Enviado do meu iPhone',
  'Inviato da iPhone',
  'Verstuurd vanaf mijn iPhone',
  'Wysłane z iPhone’a',
  'iPhone’umdan gönderildi',
  'تم الإرسال من الـ iPhone',
  'iPhoneから送信',
  '发自我的 iPhone',
]

test.each(signatures)('a signature is collapsed, with or without a quote after it: %s [D11.6]', async (signature) => {
  const alone = `It does not print.\n\n⟦${signature}⟧`
  expect(await shown(alone)).toBe(alone)
  const quoting = `It does not print.\n\n⟦${signature}\n\nOn 2 Jan 2024, at 10:00, Eva wrote:\n\n> Does it print?⟧`
  expect(await shown(quoting)).toBe(quoting)
})

test('answers between quotes stay expanded [D11.6]', async () => {
  const text = [
    'Hello Eva,',
    '⟦On 2 Jan 2024, at 10:00, Eva wrote:',
    '',
    '> Does it print?⟧',
    'No.',
    '⟦> Is it plugged in?',
    '>> I asked that before.',
    '',
    '> Did you?⟧',
    'Yes, twice.',
    '',
    '⟦-- ',
    'Kim⟧',
  ].join('\n')
  expect(await shown(text)).toBe(text)
  const below = '⟦On 2 Jan 2024, at 10:00, Eva wrote:\n> Does it print?⟧\n\nNo, it does not.'
  expect(await shown(below)).toBe(below)
})

const expanded = {
  'a quote alone': '> Does it print?',
  'a signature alone': '-- \nKim Kunde',
  'the original alone': `From: ${eva}\nSent: Tuesday\nTo: Kim\nSubject: Invoice\n\nPlease find it attached.`,
  'an introduction without a quote': 'On 2 Jan 2024, at 10:00, Eva wrote:\n\nPlease print it.\n\nI did that.',
  'a sentence with a colon': 'These are the steps:\n\n1. From: the start\n2. To: the end',
  'a long text after two dashes': `First\n--\n${'Second line\n'.repeat(12)}Last`,
  'a parcel that was sent': 'It did not arrive.\n\nSent with DHL on Monday.',
  'words of a telephone in a sentence':
    'I sent from my iPhone a picture to you, but you did not get it.\n\nCan you look?',
}

test.each(Object.entries(expanded))('nothing is collapsed in doubt: %s [D11.6]', async (_, text) => {
  expect(await shown(text)).toBe(text)
})

test('a forwarded mail stays expanded [D11.6]', async () => {
  const outlook = `See below.\n\nFrom: ${eva}\nSent: Tuesday\nTo: Kim\nSubject: Invoice\n\nPlease pay.`
  expect(await shown(outlook, 'FW: Invoice')).toBe(outlook)
  expect(await shown(outlook, 'WG: Invoice')).toBe(outlook)
  const gmail = `See below.\n\n---------- Forwarded message ---------\nFrom: ${eva}\nDate: Tue\nSubject: Invoice\nTo: Kim\n\nPay.`
  expect(await shown(gmail)).toBe(gmail)
})

test('quotes of HTML are collapsed too [D11.6]', async () => {
  const html =
    '<p>Thank you!</p><div class="gmail_quote"><div>On Tue, 2 Jan 2024 at 10:00, Eva &lt;eva@firma.example&gt; wrote:<br></div>' +
    '<blockquote><p>Please find it <a href="https://firma.example/1">here</a>.</p></blockquote></div>'
  const { text, collapsed } = await parse(mailOf(['Content-Type: text/html'], html))
  const quote =
    'On Tue, 2 Jan 2024 at 10:00, Eva <eva@firma.example> wrote:\n\n> Please find it here (https://firma.example/1).'
  expect(text).toBe(`Thank you!\n\n${quote}`)
  expect(collapsed).toEqual([[text.length - quote.length, text.length]])
})
