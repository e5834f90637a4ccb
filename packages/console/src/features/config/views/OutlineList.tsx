import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Plus } from "../../../kit/icons.ts"
import type { OutlineGroup } from "../outline.ts"
import { words } from "../words.ts"

/** As many slugs of a kind as are listed: the grammar allows 200. */
const most = 200

/** The slugs of the text by kind, with those that have problems marked. */
export const OutlineList = ({
  current,
  groups,
  onGoTo,
  onInsert
}: {
  readonly groups: ReadonlyArray<OutlineGroup>
  readonly current: string | undefined
  readonly onGoTo: (from: number) => void
  readonly onInsert: () => void
}) => {
  const t = useWords(words)
  return (
    <section className="config-outline" aria-label={t.outline}>
      <h2>{t.outline}</h2>
      {groups.length === 0 ? <p className="text-3 text-small">{t.outlineEmpty}</p> : null}
      {groups.map(({ entries, section }) => (
        <div key={section}>
          <h3 className="config-outline-kind">
            {t[section]} <span>{entries.length}</span>
          </h3>
          <ul>
            {entries.slice(0, most).map(({ errors, from, isNew, slug }) => (
              <li key={slug}>
                <button type="button" aria-current={slug === current ? "true" : undefined} onClick={() => onGoTo(from)}>
                  <span className="config-outline-slug">
                    <Foreign>{slug}</Foreign>
                  </span>
                  {isNew ? <em>{t.isNew}</em> : null}
                  {errors === 0 ? null : (
                    <span className="config-outline-dot">
                      <span className="visually-hidden">{t.hasProblems(errors)}</span>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Button size="small" kind="quiet" icon={Plus} onPress={onInsert}>
        {t.insert}
      </Button>
    </section>
  )
}
