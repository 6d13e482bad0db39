/** A tail number in the cockpit typeface, with the last three characters emphasised: they are used on the radio. */
export function TailNumber({ tail, isSimulator = false }: { tail: string | null | undefined; isSimulator?: boolean }) {
  if (!tail) return <span style={{ color: 'var(--muted)' }}>no tail number</span>;
  if (isSimulator) return <span style={{ fontFamily: 'var(--figures)', fontWeight: 700 }}>{tail}</span>;
  return (
    <span style={{ fontFamily: 'var(--mono)', whiteSpace: 'nowrap' }}>
      <span style={{ color: 'var(--muted)' }}>{tail.slice(0, -3)}</span>
      <b>{tail.slice(-3)}</b>
    </span>
  );
}
