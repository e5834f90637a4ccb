import { Fragment } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { visible } from "../../../kit/visible.ts"
import { State } from "../../../kit/State.tsx"
import { Tag } from "../../../kit/Tag.tsx"
import type { Fix } from "../fixes/fix.ts"
import type { Problem } from "../problems.ts"
import { problemWords } from "../problemWords.ts"
import { effectWords } from "../effectWords.ts"
import { words } from "../words.ts"

/** As many problems as are listed; the text marks all. */
const most = 50

type ProblemWords = typeof problemWords.en

export const titleOf = (code: string, t: ProblemWords): string => {
  const found = Object.hasOwn(problemWords.en, code) ? t[code as keyof ProblemWords] : undefined
  return typeof found === "string" ? found : code
}

export const detailOf = ({ code, fact, message }: Problem, t: ProblemWords): string => {
  if (message !== null) return message
  if (code === "unknown_key" || code === "missing_key") return t.factKey(fact)
  if (code === "invalid_type") return t.factType(fact)
  if (code === "invalid_value") return t.factChoices(fact)
  if (code === "invalid_condition") return t.factSame(fact)
  if (code === "explicit_null") return t.factNull
  return fact === "" ? "" : t.factBound(fact)
}

/** A detail that begins with the title does not repeat it. */
const restOf = (title: string, detail: string): string => {
  if (!detail.toLowerCase().startsWith(title.toLowerCase())) return detail
  const rest = detail.slice(title.length).replace(/^[;:,.\s]+/, "")
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** A path that may break after each dot. */
const PathText = ({ children }: { readonly children: string }) =>
  visible(children)
    .split(/(?<=\.)/)
    .map((part, index) => (
      <Fragment key={`${index} ${part}`}>
        {part}
        <wbr />
      </Fragment>
    ))

const fixText = (t: typeof effectWords.en, { act, subject, value }: Fix): string => {
  switch (act) {
    case "set":
      return t.fixSet(subject, value)
    case "use":
      return t.fixUse(value)
    case "rename":
      return t.fixRename(subject, value)
    case "remove":
      return t.fixRemove(subject)
    case "insert":
      return t.fixInsert(subject, value)
    case "declare":
      return t.fixDeclare(subject, value)
    default:
      return t.fixQuote(value)
  }
}

const Item = ({
  fixes,
  onFix,
  onGoTo,
  problem
}: {
  readonly problem: Problem
  readonly fixes: ReadonlyArray<Fix>
  readonly onGoTo: (problem: Problem) => void
  readonly onFix: (fix: Fix) => void
}) => {
  const t = useWords(words)
  const p = useWords(problemWords)
  const f = useWords(effectWords)
  const title = titleOf(problem.code, p)
  const detail = restOf(title, detailOf(problem, p))
  const isError = problem.severity === "error"
  return (
    <li className="config-problem">
      <State tone={isError ? "bad" : "warn"} shape={isError ? "cross" : "triangle"} quiet>
        <button type="button" className="config-problem-title" onClick={() => onGoTo(problem)}>
          {title}
        </button>
      </State>
      {detail === "" ? null : (
        <p className="config-problem-text">
          {problem.by === "robot" ? `${t.saysRobot} ` : ""}
          <Foreign>{detail}</Foreign>
        </p>
      )}
      <p className="config-problem-place">
        {problem.path === "" || problem.path === "(document)" ? null : (
          <>
            <code>
              <bdi>
                <PathText>{problem.path}</PathText>
              </bdi>
            </code>
            {" · "}
          </>
        )}
        {t.line(problem.line)}
      </p>
      {fixes.length === 0 ? null : (
        <div className="config-fixes">
          {fixes.map((fix) => (
            <Button key={`${fix.act} ${fix.subject} ${fix.value}`} size="small" onPress={() => onFix(fix)}>
              {fixText(f, fix)}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

/** What is wrong with the text, in its order, each with where it is and what mends it. */
export const ProblemList = ({
  checking,
  fixesOf,
  more,
  nextKey,
  notes,
  onFix,
  onGoTo,
  onNext,
  problems
}: {
  readonly problems: ReadonlyArray<Problem>
  readonly fixesOf: (problem: Problem) => ReadonlyArray<Fix>
  readonly more: number
  /** What was not checked, in sentences. */
  readonly notes: ReadonlyArray<string>
  readonly checking: boolean
  readonly nextKey: string
  readonly onNext: () => void
  readonly onGoTo: (problem: Problem) => void
  readonly onFix: (fix: Fix) => void
}) => {
  const t = useWords(words)
  const errors = problems.filter(({ severity }) => severity === "error").length
  const left = more + Math.max(0, problems.length - most)
  return (
    <section className="config-part" aria-label={t.problems}>
      <h2>
        {t.problems}
        {problems.length === 0 ? null : <Tag tone={errors > 0 ? "bad" : "warn"}>{problems.length + more}</Tag>}
        {problems.length === 0 ? null : (
          <span className="config-next">
            <Button size="small" kind="quiet" keys={nextKey} onPress={onNext}>
              {t.nextProblem}
            </Button>
          </span>
        )}
      </h2>
      {problems.length > 0 ? (
        <ol className="config-problems">
          {problems.slice(0, most).map((problem) => (
            <Item key={problem.id} problem={problem} fixes={fixesOf(problem)} onGoTo={onGoTo} onFix={onFix} />
          ))}
        </ol>
      ) : checking ? (
        <p className="text-3">{t.checking}</p>
      ) : (
        <State tone="ok" shape="check" quiet>
          {t.noProblems}
        </State>
      )}
      {left === 0 ? null : <p className="text-3 text-small">{t.moreProblems(left)}</p>}
      {notes.map((note) => (
        <p key={note} className="text-3 text-small">
          {note}
        </p>
      ))}
    </section>
  )
}
