import { describe, expect, it } from 'vitest';
import { scheduleAt } from '#domain/readiness/sampleReadiness.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { aircraft, bookingAt, hoursLeft, item, now, status } from '#domain/maintenance/sampleMaintenance.ts';
import { crossingBookings, upkeepByAircraft } from './upkeep.ts';

const other = aircraft({ aircraftId: 'a2', tailNumber: 'N513SP' });

describe('upkeep', () => {
  it('names the worst reminder of each aircraft by the service’s own status', () => {
    const items = [
      item({ maintenanceReminderId: 'ok' }),
      item({ maintenanceReminderId: 'warning', status: status(2) }),
      item({ maintenanceReminderId: 'expired', status: status(3) }, other),
    ];
    const upkeep = upkeepByAircraft(items, null);
    expect(upkeep.get('a1')).toMatchObject({ worst: { key: 'warning' }, alert: 'warning' });
    expect(upkeep.get('a2')).toMatchObject({ worst: { key: 'expired' }, alert: 'expired' });
  });

  it('leaves out what is done for good or switched off', () => {
    const items = [
      item({ maintenanceReminderId: 'done', status: status(3), permanentlyComplied: true }),
      item({ maintenanceReminderId: 'off', status: status(3), active: false }),
    ];
    expect(upkeepByAircraft(items, null).get('a1')).toBeUndefined();
  });

  it('sets the hours to the nearest limit against the hours booked until then', () => {
    const near = item({ maintenanceReminderId: 'near', timeOptions: hoursLeft(6.2) });
    const far = item({ maintenanceReminderId: 'far', timeOptions: hoursLeft(80) });
    const bookings = [
      bookingAt('2026-05-12T14:00', '2026-05-12T16:00'),
      bookingAt('2026-05-13T08:00', '2026-05-13T11:00'),
    ];
    const horizons = fleetHorizons([near, far], scheduleAt(bookings, now), { now, factor: 0.69 });
    expect(upkeepByAircraft([far, near], horizons).get('a1')).toMatchObject({ hoursLeft: 6.2, hoursBooked: 5 });
  });

  it('knows of no hours where no reminder counts them', () => {
    expect(upkeepByAircraft([item()], new Map()).get('a1')).toMatchObject({ hoursLeft: null, hoursBooked: null });
  });
});

describe('the bookings that cross a limit', () => {
  it('are those in which the likely hours run out', () => {
    const near = item({ timeOptions: hoursLeft(2) });
    const first = bookingAt('2026-05-12T14:00', '2026-05-12T16:00');
    const second = bookingAt('2026-05-13T08:00', '2026-05-13T11:00');
    const horizons = fleetHorizons([near], scheduleAt([first, second], now), { now, factor: 0.69 });
    expect([...crossingBookings(horizons)]).toEqual([second.key]);
    expect(crossingBookings(null).size).toBe(0);
  });
});
