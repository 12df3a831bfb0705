import { setThemeChoice, themeChoices, useThemeChoice } from '#web/lib/theme.ts';
import segments from '#web/ui/styles/segments.module.css';

const labels = { light: 'Light', dark: 'Dark', system: 'System' } as const;

/** A choice of all three themes, so that users can return to the device's. */
export function ThemeChoice() {
  const chosen = useThemeChoice();
  return (
    <fieldset className={segments.segments}>
      <legend className="visuallyHidden">Theme</legend>
      {themeChoices.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === chosen}
          onClick={() => setThemeChoice(choice)}
        >
          {labels[choice]}
        </button>
      ))}
    </fieldset>
  );
}
