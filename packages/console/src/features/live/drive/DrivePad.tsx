import "./DrivePad.css"
import { type KeyboardEvent, type PointerEvent, useRef, useSyncExternalStore } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Icon } from "../../../kit/Icon.tsx"
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from "../../../kit/icons.ts"
import type { DriveController } from "./DriveController.ts"
import { driveWords } from "./driveWords.ts"
import { type Direction, directionOf, sumOf } from "./held.ts"

const buttons = [
  { direction: "forward", icon: ChevronUp, key: "W" },
  { direction: "left", icon: ChevronLeft, key: "A" },
  { direction: "back", icon: ChevronDown, key: "S" },
  { direction: "right", icon: ChevronRight, key: "D" }
] as const

/** Four buttons that drive while they are held, by finger, mouse or key. */
export const DrivePad = ({
  allowsBlind,
  controller,
  hasTurn
}: {
  readonly controller: DriveController
  readonly hasTurn: boolean
  /** The driver said that they see the robot: Shift, or any press, drives without a picture. */
  readonly allowsBlind: boolean
}) => {
  const t = useWords(driveWords)
  const view = useSyncExternalStore(
    (listener) => controller.onView(listener),
    () => controller.view
  )
  /** What is pressed: by pointer or key, each with its direction. */
  const held = useRef(new Map<string, Direction>())
  const pressed = useSyncExternalStore(
    (listener) => controller.onView(listener),
    () => (controller.view.phase === "held" ? [...held.current.values()].join() : "")
  )

  const hold = (input: string, direction: Direction, isBlind: boolean) => {
    // After a release, keys that are still held do not count.
    if (controller.view.phase !== "held") held.current.clear()
    held.current.set(input, direction)
    const axes = sumOf(held.current.values())
    if (controller.view.phase === "held") controller.steer(axes)
    else controller.press(axes, isBlind)
  }
  const drop = (input: string) => {
    if (!held.current.delete(input)) return
    if (held.current.size === 0) controller.release(null)
    else controller.steer(sumOf(held.current.values()))
  }
  const dropAll = () => {
    held.current.clear()
    controller.release("blurred")
  }

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>, direction: Direction) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus({ preventScroll: true })
    hold(`pointer ${event.pointerId}`, direction, allowsBlind)
  }
  const onPointerEnd = (event: PointerEvent) => drop(`pointer ${event.pointerId}`)
  const onKeyDown = (event: KeyboardEvent) => {
    // Space and Enter hold the button that has the focus.
    const ofButton = (event.target as HTMLElement).dataset.direction as Direction | undefined
    const isPress = event.key === " " || event.key === "Enter"
    const direction = isPress ? ofButton : directionOf(event)
    if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    hold(event.code, direction, event.shiftKey && allowsBlind)
  }
  const onKeyUp = (event: KeyboardEvent) => {
    drop(event.code)
    // Without Shift the driver no longer confirms that they see the robot.
    if (event.key === "Shift" && controller.view.isBlind) dropAll()
  }

  return (
    // The keys drive while anything in the group has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="drive-pad"
      role="group"
      aria-label={t.hold}
      tabIndex={-1}
      data-phase={view.phase}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) dropAll()
      }}
    >
      {buttons.map(({ direction, icon, key }) =>
        !hasTurn && (direction === "left" || direction === "right") ? null : (
          <button
            key={direction}
            type="button"
            className={`drive-key drive-${direction}`}
            data-direction={direction}
            aria-pressed={pressed.split(",").includes(direction)}
            aria-keyshortcuts={key}
            onPointerDown={(event) => onPointerDown(event, direction)}
            onPointerUp={onPointerEnd}
            onPointerCancel={onPointerEnd}
            onLostPointerCapture={onPointerEnd}
            onContextMenu={(event) => event.preventDefault()}
          >
            <span className="visually-hidden">{t[direction]}</span>
            <Icon of={icon} size={20} />
            <kbd aria-hidden>{key}</kbd>
          </button>
        )
      )}
    </div>
  )
}
