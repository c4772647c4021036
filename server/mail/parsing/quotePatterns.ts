const maxLine = 400

/** Subjects with which programs forward a mail. */
export function isForwarding(subject: string) {
  return /^\s*(?:fwd?|wg|tr|rv|enc|i|pd|doorst|ilt|转发|轉寄|إعادة توجيه)\s*[:：]/i.test(subject)
}

/** The line above a forwarded mail. */
export function isForwardHeading(line: string) {
  return (
    line.length < maxLine &&
    /^\s*(?:-{3,}|begin )?.{0,4}(?:forwarded message|weitergeleitete nachricht|message transféré|message transmis|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|doorgestuurd bericht|przekazana wiadomość|iletilen mesaj|yönlendirilmiş mesaj|رسالة مُعاد توجيهها|転送されたメッセージ|转发的邮件|轉寄郵件).{0,40}$/i.test(
      line,
    )
  )
}

/** The line above a mail that an answer repeats. */
export function isOriginalHeading(line: string) {
  return (
    line.length < maxLine &&
    /^\s*-{2,}\s*(?:original (?:message|appointment)|reply message|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|(?:oryginalna )?wiadomość(?: oryginalna)?|özgün ileti|orijinal (?:mesaj|ileti)|الرسالة الأصلية|元のメッセージ|原始邮件|原始郵件|邮件原件)\s*-{2,}\s*$/i.test(
      line,
    )
  )
}

const sender = field('from|von|de|da|van|od|kimden|gönderen|من|差出人|发件人|寄件者|寄件人')
const otherFields = [
  field(
    'sent|date|gesendet|datum|envoyé|enviado|enviado el|enviado em|enviada em|fecha|data|inviato|verzonden|wysłano|wysłane|tarih|gönderildi|gönderme tarihi|تاريخ|التاريخ|تم الإرسال|أرسلت|送信日時|日付|发送时间|日期|傳送時間|寄件日期',
  ),
  field('to|an|à|para|a|aan|do|kime|alıcı|إلى|宛先|收件人|收件者'),
  field('subject|betreff|objet|asunto|assunto|oggetto|onderwerp|temat|konu|الموضوع|件名|主题|主旨|主題'),
]

function field(names: string) {
  return new RegExp(`^[\\s*]*(?:${names})[\\s*]*[:：]`, 'i')
}

/**
 * Outlook repeats the headers of the original: the sender, and at least two of its date, recipients and subject. People
 * write such lines as well, but neither an address nor a time with them.
 */
export function startsOriginal(lines: string[], index: number) {
  if (!sender.test(lines[index]!)) return false
  const following = lines.slice(index + 1, index + 8)
  const isComplete = otherFields.filter((other) => following.some((line) => other.test(line))).length >= 2
  const isWrittenByProgram = [lines[index]!, ...following].some((line) => address.test(line) || moment.test(line))
  return isComplete && isWrittenByProgram
}

const endsWithVerb =
  /(?:(?:^|[^\p{L}])(?:wrote|writes|said|schrieb|schrieb folgendes|geschrieben|a écrit|escribió|ha escrito|escreveu|ha scritto|schreef|geschreven|napisała?|napisał\(a\)|pisze|yazdı|كتب|كتبت|ما يلي)|書きました|のメール|写道|寫道|写到)\s*[:：]$/iu
/** Some languages put the name after the verb: “Am 2. Januar schrieb Eva Maier:”. */
const hasVerbBeforeName = /(?:^|[^\p{L}])(?:schrieb|schreef|كتب|كتبت|ما يلي بواسطة)\s[^:：]{1,150}[:：]$/iu
const startsWithDate = /^(?:on|am|le|el|em|il|op|w dniu|dnia|في|den)\s/i
const moment = /\p{Nd}[:時时]\p{Nd}{2}/u
const address = /[^\s<>@]@[^\s<>@]+\.[^\s<>@]/

/** “On 2 January, Eva Maier wrote:” and its like, on one or several lines before a quote. */
export function isIntroduction(lines: string[], isAlone: boolean) {
  const text = lines.map((line) => line.trim()).join(' ')
  if (text.length > maxLine || !/[:：]$/.test(text)) return false
  const isDated = startsWithDate.test(text) && /\p{Nd}/u.test(text)
  if (!isAlone && !isDated) return false
  const isNamed = address.test(text) && /\p{Nd}{1,2}.{0,3}[:.年 ]/u.test(text)
  return isNamed || endsWithVerb.test(text) || (hasVerbBeforeName.test(text) && /\p{Nd}/u.test(text))
}

const signatures = [
  /^sent (?:from|with|via|using) /i,
  /^get (?:outlook|bluemail) for/i,
  /^(?:diese nachricht wurde )?(?:von mein(?:em|er)|vom) .{1,60}(?:gesendet|gesandt|geschickt)/i,
  /^gesendet (?:mit|von|aus|über) /i,
  /^(?:holen sie sich )?outlook für (?:ios|android)/i,
  /^envoyé (?:de|depuis|à partir) /i,
  /^(?:télécharger|obtenez|obtenir) outlook/i,
  /^enviad[oa] (?:desde|do|da|a partir|pelo|usando) /i,
  /^(?:obtener|obtén|obter|obtenha|baixar) (?:o )?outlook/i,
  /^inviato (?:da|dal|con) /i,
  /^(?:scarica|ottieni) outlook/i,
  /^(?:verstuurd|verzonden) (?:vanaf|vanuit|met|via) /i,
  /^(?:outlook voor (?:ios|android)|download outlook)/i,
  /^wysłan[eoy] (?:z|ze|za pomocą) /i,
  /^(?:pobierz|uzyskaj) (?:aplikację )?outlook/i,
  /^.{2,40}(?:['’]?(?:dan|den|tan|ten|umdan|ımdan|imden)) gönderildi/i,
  /^(?:ios|android) için outlook/i,
  /^(?:تم الإرسال|تم إرسال|أُ?رسلت?|مرسل) من/,
  /^(?:احصل على|الحصول على) outlook/i,
  /^.{1,20}から送信/,
  /^(?:outlook for (?:ios|android)) を入手/i,
  /^(?:发自|發自|从|從)我的/,
  /^(?:获取|取得|下载) ?outlook/i,
]

const programs =
  /iphone|ipad|android|samsung|galaxy|huawei|xiaomi|pixel|blackberry|windows|outlook|\bmail\b|gmail|yahoo|proton|gmx|web\.de|handy|smartphone|mobil|móvil|celular|téléphone|telefon|手机|هاتف/i

/** The line that the program of a telephone adds. A person may also write that something is sent, but not with a program. */
export function isSignature(line: string) {
  const text = line.trim()
  return text.length < 160 && programs.test(text) && signatures.some((signature) => signature.test(text))
}
