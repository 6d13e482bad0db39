/** A mail server's refusal: its reply code, all its lines, and the command that it answers, as `RCPT TO`. */
export type MailReply = { readonly code: number; readonly response: string; readonly command: string };

/** Whether trying again is of no use, and why it was refused, in words for people; null if the server gave no reason. */
export type MailRefusal = { readonly isFinal: boolean; readonly why: string | null };

type Reason = keyof typeof reasons;

/** What a refusal can be about. Those that `passes` are tried again: the same message may be taken later. */
const reasons = {
  full: { passes: true, why: 'Mailbox full' },
  limit: { passes: true, why: 'Too many messages' },
  later: { passes: true, why: 'Asked to try later' },
  system: { passes: true, why: 'The mail system is not ready' },
  // Mostly a fault of this school's settings, which someone mends: a password, a relay, a block list.
  sender: { passes: true, why: 'The sender is not accepted' },
  address: { passes: false, why: 'No such address' },
  disabled: { passes: false, why: 'The mailbox is switched off' },
  size: { passes: false, why: 'The message is too large' },
  content: { passes: false, why: 'The message is not accepted' },
  policy: { passes: false, why: 'Refused by policy' },
  unknown: { passes: false, why: null },
} as const;

/**
 * Why a mail server refused a message, and whether the refusal may pass although its reply is permanent (500 to 599, RFC
 * 5321, section 4.2.1): a full mailbox, a limit, a school that may not send. An enhanced status code (RFC 3463, and the
 * list that RFC 5248 began) decides, then the words where the code is general, then the reply code.
 */
export function readMailReply({ code, response, command }: MailReply): MailRefusal {
  const [, level, subject, detail] = enhanced.exec(response) ?? [];
  const status = subject === undefined ? null : `${Number(subject)}.${Number(detail)}`;
  const isRecipient = command === 'RCPT TO';
  const given = reasonOf(status, response, isRecipient ? code : 0) ?? codeReason(code, status, command);
  const isSender = !isRecipient && command !== 'DATA';
  const reason = isSender && senderFaults.has(given) ? 'sender' : given;
  const { passes, why } = reasons[reason];
  // A temporary reply is tried again, whatever its words are.
  if (code < 500 || level === '4') return { isFinal: false, why: passes ? why : null };
  return { isFinal: !passes, why };
}

/** Before a recipient is named, these are about the sender. */
const senderFaults: ReadonlySet<Reason> = new Set(['address', 'disabled', 'policy', 'unknown', 'content']);

/** The enhanced status code; not the address of a machine, which has four parts. */
const enhanced = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/;

/** Codes that say it exactly. All of `x.1` are about the recipient's address, except the sender's. */
const statuses: { readonly [status: string]: Reason } = {
  '1.7': 'sender',
  '1.8': 'sender',
  '2.2': 'full',
  '2.3': 'size',
  '3.1': 'system',
  '3.2': 'system',
  '3.4': 'size',
  '3.5': 'system',
  '4.5': 'limit',
  '5.3': 'limit',
  '7.8': 'sender',
  '7.9': 'sender',
  '7.11': 'sender',
  '7.12': 'sender',
  '7.13': 'sender',
  '7.14': 'sender',
  '7.17': 'address',
  '7.18': 'address',
};

/** What the status code or the words say; null if neither says it. */
function reasonOf(status: string | null, response: string, code: number): Reason | null {
  if (status !== null && Object.hasOwn(statuses, status)) return statuses[status] ?? null;
  if (status?.startsWith('1.')) return 'address';
  if (status?.startsWith('6.')) return 'content';
  if (code === 530 || code === 534 || code === 535 || code === 538) return 'sender';
  const found = words.find(([, pattern]) => pattern.test(response));
  return found ? found[0] : null;
}

/** The meaning of a status code or reply code without any such words. */
function codeReason(code: number, status: string | null, command: string): Reason {
  if (status === '2.1') return 'disabled';
  if (status?.startsWith('4.')) return 'system';
  // SPF, DKIM, DMARC and reverse names of the sender (RFC 7372), and rates.
  if (status?.startsWith('7.2') && status.length === 4) return 'sender';
  if (status?.startsWith('7.')) return 'policy';
  if (code === 552) return 'full';
  if (command !== 'RCPT TO') return 'unknown';
  return code === 521 || code === 550 || code === 551 || code === 553 || code === 556 ? 'address' : 'unknown';
}

/** In this order: a mailbox that is full is also “unavailable”, and a rate is also a “limit”. */
const words: readonly (readonly [Reason, RegExp])[] = [
  ['limit', /\brates?\b|too (?:many|fast|frequent)|thrott|slow down|per (?:second|minute|hour|day)\b/i],
  ['limit', /\b(?:daily|hourly|sending|sender|recipients?) (?:user )?(?:sending )?(?:limit|quota)/i],
  ['full', /quota|\b(?:mailbox|inbox|disk|storage)\b[^.;]*\b(?:full|exceed\w*|limit)|storage (?:space|allocation)/i],
  ['size', /\b(?:message|mail|attachment|content|size)\b[^.;]*\b(?:size|exceed\w*|too (?:large|big|long))/i],
  ['limit', /limit\w* (?:was |is |has been )?(?:exceed|reach)|exceed\w*[^.;]*\blimit/i],
  ['later', /(?<!not )(?:re)?try(?:ing)? (?:again|later)|\blater\b|gr[ae]y-?list|temporar|\bbusy\b|at this time/i],
  ['sender', /\bsender\b[^.;]*(?:reject|denied|not allowed|verif)|\brelay|authenticat|\b(?:SPF|DKIM|DMARC|PTR)\b/i],
  ['sender', /client host|block(?:ed|list)|blacklist|denylist|reputation|\bbanned sending/i],
  ['address', /no such|\bunknown\b|not found|does(?:n[’']t| not) (?:exist|have an account)|no longer|undeliverable/i],
  ['address', /(?:recipient|user|mailbox|address)\b[^.;]*(?:reject|invalid|unavailable|not (?:local|allowed|valid))/i],
  ['disabled', /\b(?:account|mailbox|user)\b[^.;]*\b(?:disabled|inactive|suspended|deactivated)/i],
];
