import type { Message } from '#server/alerts/channels/channel.ts';

export const never = new AbortController().signal;
export const hostile = 'N512SP <!channel> <b>@everyone</b> *bold* [a](http://evil) & "q"';
export const message: Message = {
  key: 'k1',
  subject: 'Annual is Expired.\r\nBcc: x@example.com',
  text: 'N512SP: Annual is Expired.',
  isUrgent: true,
  lines: [
    {
      words: hostile,
      evidence: [hostile],
      link: 'https://fly.example.com/fleet/1',
      level: 'red',
    },
  ],

  attachment: {
    name: 'brief-2026-05-12.html',
    html: '<p>Brief</p>',
  },
  at: Date.UTC(2026, 4, 12, 17),
};
