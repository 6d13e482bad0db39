/** A tail number in the cockpit face, its last three characters emphasised: that is what is said on the radio. */
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
