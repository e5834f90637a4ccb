import "./Palette.css"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react"
import { type Command, useAllCommands } from "../commands/commands.ts"
import { keyText } from "../commands/keys.ts"
import { isSingle, useSingleKeys } from "../commands/singleKeys.ts"
import { robotsQuery } from "../fleet/queries.ts"
import { useWords } from "../i18n/words.ts"
import { Dialog } from "../kit/Dialog.tsx"
import { visible } from "../kit/visible.ts"
import { Icon } from "../kit/Icon.tsx"
import { Bot, Search } from "../kit/icons.ts"
import { Kbd } from "../kit/Kbd.tsx"
import { matchScore } from "./match.ts"
import { shellWords } from "./shellWords.ts"

/** As many choices as are shown at once. */
const mostShown = 40

/** In this order, while nothing is typed. */
const groups: ReadonlyArray<Command["group"]> = ["go", "robot", "do", "view"]

interface Choice extends Command {
  readonly icon?: ReactNode
  readonly foreign?: boolean
}

const Choices = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useWords(shellWords)
  const id = useId()
  const navigate = useNavigate()
  const commands = useAllCommands()
  const { data: robots } = useQuery(robotsQuery)
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)

  const found = useMemo(() => {
    const ofRobots = (robots ?? []).map((robot): Choice => ({
      id: `robot-${robot.id}`,
      text: robot.name,
      foreign: true,
      group: "robot",
      icon: <Icon of={Bot} />,
      run: () => void navigate({ to: "/robots/$robotId", params: { robotId: robot.id } })
    }))
    const scored = [
      ...commands.map((command): Choice => command),
      ...(typed.trim() === "" ? ofRobots.slice(0, 5) : ofRobots)
    ]
      .map((choice) => ({ choice, score: matchScore(choice.text, typed) }))
      .filter(({ score }) => score > 0)
    if (typed.trim() !== "") scored.sort((a, b) => b.score - a.score)
    else scored.sort((a, b) => groups.indexOf(a.choice.group) - groups.indexOf(b.choice.group))
    return scored.slice(0, mostShown).map(({ choice }) => choice)
  }, [commands, robots, typed, navigate])

  const names = { go: t.groupGo, robot: t.groupRobot, do: t.groupDo, view: t.groupView }
  const groupOf = (choice: Choice | undefined) =>
    choice === undefined || typed.trim() !== "" ? undefined : choice.foreign === true ? t.robots : names[choice.group]
  const chosen = Math.min(at, found.length - 1)
  const run = (choice: Choice | undefined) => {
    if (choice === undefined || choice.blocked !== undefined) return
    onClose()
    choice.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(chosen + 1, found.length - 1))
    else if (event.key === "ArrowUp") setAt(Math.max(chosen - 1, 0))
    else if (event.key === "Enter") run(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <div className="palette">
      <div className="palette-field">
        <Icon of={Search} />
        <input
          // The dialog opens for this field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          aria-label={t.palette}
          placeholder={t.paletteHint}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
        />
        <Kbd>{keyText("escape")}</Kbd>
      </div>
      {found.length === 0 ? (
        <p className="palette-none">
          <strong>{t.paletteNone}</strong> {t.paletteNoneHint}
        </p>
      ) : (
        <ul className="palette-list" id={`${id}-list`} role="listbox" aria-label={t.palette}>
          {found.map((choice, index) => (
            // Keys are heard by the field above, which keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={choice.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              aria-disabled={choice.blocked !== undefined || undefined}
              ref={index === chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
              onPointerMove={() => setAt(index)}
              onClick={() => run(choice)}
              data-group={groupOf(choice) === groupOf(found[index - 1]) ? undefined : groupOf(choice)}
            >
              <span className="palette-icon">{choice.icon}</span>
              <span className="palette-text">
                {choice.foreign === true ? <bdi>{visible(choice.text)}</bdi> : choice.text}
                {choice.blocked === undefined ? null : <span className="palette-why">{choice.blocked}</span>}
              </span>
              {choice.keys === undefined ? null : <Kbd>{keyText(choice.keys)}</Kbd>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Everything that can be done or opened, by a few letters. */
export const Palette = ({ onClose, open }: { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useWords(shellWords)
  return (
    <Dialog open={open} onClose={onClose} title={t.palette} titleHidden place="top">
      <Choices onClose={onClose} />
    </Dialog>
  )
}

/** Every key that does something here. */
export const KeyHelp = ({ onClose, open }: { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useWords(shellWords)
  const hasSingle = useSingleKeys()
  const commands = useAllCommands().filter(({ keys }) => keys !== undefined && (hasSingle || !isSingle(keys)))
  const groups = [
    { id: "go", text: t.groupGo },
    { id: "robot", text: t.groupRobot },
    { id: "do", text: t.groupDo },
    { id: "view", text: t.groupView }
  ]
  return (
    <Dialog open={open} onClose={onClose} title={t.help} wide>
      {hasSingle ? null : <p className="text-2">{t.singleOff}</p>}
      {/* It has no control, and arrows are to scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="key-help" role="group" aria-label={t.help} tabIndex={0}>
        {groups.map((group) => {
          const own = commands.filter((command) => command.group === group.id)
          return own.length === 0 ? null : (
            <section key={group.id}>
              <h3>{group.text}</h3>
              <dl>
                {own.map((command) => (
                  <div key={command.id}>
                    <dt>{command.text}</dt>
                    <dd>
                      <Kbd>{keyText(command.keys!)}</Kbd>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
