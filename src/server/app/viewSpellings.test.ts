import { expect, it, onTestFinished } from 'vitest';
import { guid, listen, newStubSchool, openTestCopy, stubReservation, stubService } from '#e2e/servers/testCopy.ts';

const brief = (location: string) => `/replica/brief?date=2026-05-12&location=${location}`;

it.each([
  [
    [
      brief('KPAO'),
      brief('kpao'),
      brief('%20KPAO%20'),
      brief('kPaO'),
      '/replica/brief?location=+KPAO+&date=2026-05-12',
    ],
  ],
  [[brief('main%20base'), brief('Main+Base'), brief('%4dain%20base')]],
  [
    [
      '/replica/history?before=2026-05-12T06:00:00Z',
      '/replica/history?before=2026-05-12T06:00:00.000Z',
      '/replica/history?before=2026-05-12T00:00:00-06:00',
      '/replica/history?before=2026-05-12T08:00:00%2B02:00',
    ],
  ],
])('one question is answered with one making, however its address is written: %s', async (addresses) => {
  const school = {
    ...newStubSchool(),
    aircraft: [{ aircraftId: guid(1), tailNumber: 'N512SP', status: { id: 1, name: 'Active' } }],
    reservations: ['KPAO', 'Main Base'].map((id, place) =>
      stubReservation(place + 1, `2026-05-12T1${place + 5}:00:00Z`, `2026-05-12T1${place + 6}:00:00Z`, {
        location: { id, name: id },
      }),
    ),
  };
  const service = await listen(stubService(school));
  onTestFinished(service.close);
  const copy = await openTestCopy({ service: service.url });
  onTestFinished(copy.close);
  await copy.complete();
  const tags = new Set<string | null>();
  for (const address of addresses) {
    const { status, headers } = await copy.ask(address);
    expect([address, status]).toEqual([address, 200]);
    tags.add(headers.get('etag'));
  }
  // Each making of a view has a tag of its own.
  expect(tags.size).toBe(1);
});
