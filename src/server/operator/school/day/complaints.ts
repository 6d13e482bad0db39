/** What pilots write up, and what the shop does about it. */
type Complaint = { readonly description: string; readonly action: string };

export const complaints: readonly Complaint[] = [
  { description: 'Landing light inoperative', action: 'Replaced landing light, operational check good' },
  { description: 'Nose wheel shimmy on landing', action: 'Serviced shimmy damper' },
  { description: 'Left main tire worn', action: 'Replaced left main tire' },
  { description: 'COM 2 weak transmission', action: 'Cleaned antenna connector, radio check good' },
  { description: 'Pilot door latch hard to close', action: 'Adjusted and lubricated door latch' },
  { description: 'Directional gyro precesses more than usual', action: 'Replaced directional gyro' },
  { description: 'Seat track lock worn, copilot side', action: 'Replaced seat track lock' },
  { description: 'Strobe intermittent, right wing', action: 'Repaired strobe wiring' },
  { description: 'Fuel gauge reads low, left tank', action: 'Cleaned sender contacts' },
  { description: 'Cabin heat does not shut off', action: 'Adjusted heater control cable' },
];

export const groundingComplaints: readonly Complaint[] = [
  { description: 'Magneto drop over 175 RPM on run-up', action: 'Replaced fouled plugs, run-up good' },
  { description: 'Brake pedal soft, left side', action: 'Replaced brake linings, bled system' },
  { description: 'Alternator fails in flight', action: 'Replaced alternator' },
  { description: 'Oil leak at front of engine', action: 'Replaced propeller shaft seal' },
  { description: 'Propeller nick found on preflight', action: 'Dressed propeller blade' },
  { description: 'Hard landing, inspection required', action: 'Hard landing inspection, no damage found' },
];

const byDescription = new Map([...complaints, ...groundingComplaints].map((one) => [one.description, one]));

/** The complaint of a stored squawk. Throws `RangeError` on words that nobody writes up. */
export function squawkFor(description: string): Complaint {
  const known = byDescription.get(description);
  if (!known) throw new RangeError(`Nobody writes up "${description}".`);
  return known;
}
