import { boardScreens, screenNames, type ScreenTurn, usualSeconds } from '#domain/board/settings.ts';
import controls from '#web/ui/controls/controls.module.css';
import style from './BoardBuilder.module.css';

type ScreenChoicesProps = { screens: readonly ScreenTurn[]; onChange: (screens: readonly ScreenTurn[]) => void };

const choices = [5, 10, 15, 20, 30, 45, 60, 120, 300, 600];

/** Which screens there are and for how long; those that are chosen stand in the order they were chosen in. */
export function ScreenChoices({ screens, onChange }: ScreenChoicesProps) {
  const chosen = new Map(screens.map(({ screen, seconds }) => [screen, seconds]));
  return (
    <fieldset className={style['screens']}>
      <legend className={controls['label']}>Screens, in turn</legend>
      {boardScreens.map((screen) => {
        const seconds = chosen.get(screen);
        const without = screens.filter((turn) => turn.screen !== screen);
        const isOnly = seconds !== undefined && without.length === 0;
        const turned = (next: number) =>
          screens.map((turn) => (turn.screen === screen ? { screen, seconds: next } : turn));
        return (
          <div key={screen}>
            <label>
              <input
                type="checkbox"
                checked={seconds !== undefined}
                disabled={isOnly}
                onChange={() =>
                  onChange(seconds === undefined ? [...screens, { screen, seconds: usualSeconds }] : without)
                }
              />
              {screenNames[screen]}
            </label>
            {seconds !== undefined && (
              <select
                className={controls['select']}
                aria-label={`Seconds of ${screenNames[screen]}`}
                value={seconds}
                onChange={(event) => onChange(turned(Number(event.target.value)))}
              >
                {[...new Set([...choices, seconds])]
                  .toSorted((a, b) => a - b)
                  .map((choice) => (
                    <option key={choice} value={choice}>
                      {choice} s
                    </option>
                  ))}
              </select>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
