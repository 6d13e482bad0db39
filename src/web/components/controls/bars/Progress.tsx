import LinearProgress from '@mui/material/LinearProgress';

type ProgressProps = {
  label: string;
  /** The part of `most` that has arrived; null if the total is unknown. */
  value: number | null;
  max: number;
};

/** The progress of a task, or only that it runs. */
export function Progress({ label, value, max }: ProgressProps) {
  return value === null || max <= 0 ? (
    <LinearProgress aria-label={label} />
  ) : (
    <LinearProgress variant="determinate" aria-label={label} value={Math.min(value, max)} max={max} />
  );
}
