/** Subjects of the reports that mail servers send. Answers to such reports begin with `Re:` and do not match. */
export const reportSubjects =
  /^(?:\[?(?:postmaster|external|warning)\]?:?\s*)?(?:undeliver|undelivered|non.?deliver|delivery (?:status|fail|notification|error|report|problem|has failed|incomplete|delayed?)|(?:e-?mail|mail|message) (?:delivery|system error|error|could not|not delivered|undeliverable|delayed|status report|returned)|returned (?:mail|e-?mail|message|to sender)|return(?:ed|ing) message to sender|fail(?:ure|ed) (?:notice|mail|delivery)|mail failure|warning: (?:could not|message|e-?mail|\S+@\S+)|could not (?:deliver|send)|delayed (?:mail|message|delivery)|rejected|user unknown|unzustellbar|nicht zustellbar|zustellung|échec|non remis|avis de non-remise|no se puede entregar|no entregado|devolución|não entregue|falha na entrega|mancata consegna|impossibile recapitare|niet bezorgd|onbestelbaar|niedostarcz|zwrot wiadomości|iletilemedi|teslim edilemedi|配信不能|配信できません|エラーメール|退信|邮件退回|无法投递|系统退信|تعذر التسليم|لم يتم التسليم)/i

/** The programs that report: the name of the sender, or what is before the `@`. */
export const reportSenders =
  /^(?:mailer.?daemon|mail.?daemon|mdaemon|postmaster|mail.?delivery.?(?:system|subsystem)|delivery subsystem|microsoft exchange.*|mail delivery)$/i

/** Only mail servers write this. A person also writes that something was not delivered, but in other words. */
export const serverWords =
  /^\W*(?:failed recipients?\b|non-?delivery report|this message was created automatically by mail|unable to deliver message to|(?:smtp|remote host said|reason|error)[^\n]{0,40}:? 5\d\d[ -]|mail(?:enable|marshal)|[^\n]{0,80}could not be delivered to the following|your message$\s+to:)/im

/** The mail is only late. */
export const delayed =
  /\b(?:has(?: been|n't| not yet)? (?:delayed|postponed|been delivered yet)|(?:been|is|was|be) (?:delayed|postponed|deferred)|not yet (?:been )?(?:delivered|able)|(?:will|is) (?:be retried|continue to (?:try|be)|keep trying|still being tried)|delivery attempts will continue|warning message only|do not need to resend|this is a warning|advisory-only)/i

/** The mail is lost. Each is the words of one or several servers, in the order from clear to vague. */
export const failures = [
  // Postfix, Exim, sendmail, qmail and Gmail
  /(?:could(?: not|n't)|can ?not|can't|(?:was|wasn't|were|is|are)(?: not)?|un)(?: be)?\s*(?:un)?(?:deliver(?:able|ed)?|reached|sent|accepted)\b/i,
  /(?:not|n't) (?:been )?able to deliver|unable to deliver|could(?: not|n't) deliver|cannot deliver|undeliver(?:able|ed)/i,
  /following (?:address(?:\(?es\)?)?|recipients?|users?)[^.]{0,40}(?:failed|errors|did not receive|problem|rejected|unknown)/i,
  /had (?:permanent fatal|transient non-fatal|delivery) errors|del[ie]very (?:.{0,60} )?(?:failed|aborted|failure|problems)|failed (?:permanently|recipients?)/i,
  // Exchange, GroupWise and Lotus
  /did not reach|not (?:listed|delivered|received|recognized|accepted)|did not receive|returned (?:to sender|without|because)|has NOT been/i,
  // Others
  /(?:user|recipient|mailbox|account|address|domain)\b.{0,60}(?:unknown|invalid|unavailable|not found|not exist|disabled|inactive|full|exceed|over quota|over disk|wrong|no longer|expired)/i,
  /(?:unknown|invalid|illegal|no such|nonexistent|bad) (?:final delivery )?(?:user|recipient|mailbox|account|address|local|host|domain)|no mailbox|not have a .{0,30}mail/i,
  /automatically rejected|over quota|quota exceeded|not exactly match|no longer (?:valid|works|employed|active)|\b55[0-4][ -]/i,
  /nicht (?:zugestellt|zustellbar)|n'a pas pu être|no (?:se pudo|pudo ser|ha podido)|não (?:foi|pôde)|non (?:è stato|può essere)|niet (?:worden )?(?:bezorgd|afgeleverd)|nie (?:została|mogła)|iletilemedi|teslim edilemedi|не может быть доставлено|не доставлено|配信でき|届けることができ|无法(?:投递|送达)|退回|تعذر/i,
]

/** The line after which a report repeats the mail. */
export const original =
  /^[\s>*=_-]*(?:(?:this is a copy|copy|below (?:this line|the next line)|start of returned|included is|here is|returned (?:mail|message)|original (?:message|mail)\b(?! was)|unsent message|header of the (?:source|original)|message headers? follow|your (?:message|mail)(?:'s)? (?:follows|reads)|the (?:header|body|first|original).{0,40}follow|a summary of the undelivered|undelivered message|message (?:body|text|header|content)s? (?:follow|:)|die originalnachricht|ursprüngliche nachricht)|attachment is a copy).{0,80}$/im
