import "./FleetMarks.css"
import { Link } from "@tanstack/react-router"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { robotLooks } from "../../../fleet/RobotState.tsx"
import { countStates, type FleetRobot, type RobotStateKind, robotStates } from "../../../fleet/robotState.ts"
import { formatCount } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { visible } from "../../../kit/visible.ts"
import { Glyph } from "../../../kit/Glyph.tsx"
import { State } from "../../../kit/State.tsx"
import { words } from "../words.ts"
import { byText } from "../../../format/order.ts"

/** As many marks as are drawn; the rest is in the list. */
const mostMarks = 1000

/** Up to so many robots each mark is large enough to press. More are a picture, whose states lead to the list. */
const mostPressed = 240

/** Up to so many, they fill their card only where they are larger. */
const mostLarge = 40

const markClass = (state: RobotStateKind) => `fleet-mark fleet-mark-${robotLooks[state].tone} fleet-mark-${state}`

/** A mark for each robot, by name: what is well is quiet. */
export const FleetMarks = ({ fleet }: { readonly fleet: ReadonlyArray<FleetRobot> }) => {
  const t = useWords(words)
  const states = useWords(fleetWords)
  const counts = countStates(fleet)
  const isPressed = fleet.length <= mostPressed
  const sorted = fleet.toSorted((a, b) => byText(a.robot.name, b.robot.name))
  return (
    <div className="fleet-marks">
      {isPressed ? (
        <ul className={`fleet-marks-grid${fleet.length <= mostLarge ? " fleet-marks-large" : ""}`}>
          {sorted.map(({ robot, state }) => (
            <li key={robot.id}>
              <Link
                to="/robots/$robotId"
                params={{ robotId: robot.id }}
                preload={false}
                className={markClass(state)}
                title={`${visible(robot.name)} · ${states[state]}`}
                aria-label={`${visible(robot.name)}, ${states[state]}`}
              >
                {state === "online" ? null : <Glyph shape={robotLooks[state].shape} />}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <div className="fleet-marks-grid fleet-marks-picture" role="img" aria-label={t.fleetKind(fleet.length)}>
          {sorted.slice(0, mostMarks).map(({ robot, state }) => (
            <span key={robot.id} className={markClass(state)} title={`${visible(robot.name)} · ${states[state]}`}>
              {state === "online" ? null : <Glyph shape={robotLooks[state].shape} />}
            </span>
          ))}
        </div>
      )}
      {fleet.length > mostMarks ? <p className="text-3 text-small">{t.fleetMore(fleet.length - mostMarks)}</p> : null}
      <ul className="fleet-marks-legend">
        {robotStates
          .filter((state) => counts[state] > 0)
          .toReversed()
          .map((state) => (
            <li key={state}>
              <Link to="/robots" search={{ q: `state:${state}` }}>
                <State {...robotLooks[state]} quiet>
                  {states[state]} <strong>{formatCount(counts[state])}</strong>
                </State>
              </Link>
            </li>
          ))}
      </ul>
    </div>
  )
}
