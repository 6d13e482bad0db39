import type { AlertAnswer } from '#contract/gateway/alerts.ts';
import { escaped } from '#server/http/reply.ts';

/** An Atom feed (RFC 4287) of alerts, newest first. `updated` is an ISO instant. Entries keep their ids for good. */
export function atomFeed(given: {
  readonly schoolName: string;
  readonly publicUrl: string;
  readonly id: string;
  readonly alerts: readonly AlertAnswer[];
  readonly updated: string;
}): string {
  const { schoolName, publicUrl, id, alerts, updated } = given;
  const home = publicUrl.replace(/\/$/, '');
  const entries = alerts.map(({ id: alertId, words, evidence, at, link }) => {
    const content = evidence.length === 0 ? words : evidence.join('\n');
    return `<entry><id>urn:flightline:alert:${escaped(encodeURIComponent(alertId))}</id><title>${escaped(words)}</title><updated>${at}</updated><link rel="alternate" href="${escaped(home + link)}"/><content type="text">${escaped(content)}</content></entry>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:flightline:alerts:${escaped(id)}</id>
<title>${escaped(`Alerts, ${schoolName}`)}</title>
<updated>${updated}</updated>
<author><name>Flightline</name></author>
<link rel="alternate" href="${escaped(`${home}/alerts`)}"/>
${entries.join('')}</feed>
`;
}
