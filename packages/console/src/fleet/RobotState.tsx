import { useWords } from "../i18n/words.ts"
import { Foreign } from "../kit/Foreign.tsx"
import type { GlyphShape } from "../kit/Glyph.tsx"
import { State, type Tone } from "../kit/State.tsx"
import { fleetWords } from "./fleetWords.ts"
import type { FleetRobot, RobotStateKind } from "./robotState.ts"

/** The shape and colour of each state. */
export const robotLooks: Readonly<Record<RobotStateKind, { readonly tone: Tone; readonly shape: GlyphShape }>> = {
  firing: { tone: "bad", shape: "triangle" },
  refused: { tone: "warn", shape: "square" },
  unknown: { tone: "unsure", shape: "diamond" },
  failing: { tone: "warn", shape: "triangle" },
  offline: { tone: "idle", shape: "ring" },
  awaiting: { tone: "idle", shape: "dashed" },
  busy: { tone: "run", shape: "arc" },
  online: { tone: "ok", shape: "circle" }
}

/** What a robot is, in a word. An alert that fires is named. */
export const RobotState = ({ of }: { readonly of: FleetRobot }) => {
  const t = useWords(fleetWords)
  const { alerts, robot, state } = of
  const first = alerts[0]
  if (first !== undefined)
    return (
      <State tone={first.severity === "error" ? "bad" : "warn"} shape="triangle">
        <Foreign>{first.name}</Foreign>
        {alerts.length > 1 ? ` +${alerts.length - 1}` : ""}
      </State>
    )
  const low = robot.bridge_state.low_bandwidth && robot.bridge_state.online
  const { shape, tone } = robotLooks[state === "busy" ? "online" : state]
  return (
    <State tone={tone} shape={shape}>
      {state === "online" || state === "busy"
        ? low
          ? t.onlineLow
          : t.online
        : state === "refused"
          ? t.refusedOld
          : t[state]}
    </State>
  )
}
