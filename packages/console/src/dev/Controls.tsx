import { useState } from "react"
import { Button, type ButtonProps } from "../kit/Button.tsx"
import { CheckBox } from "../kit/CheckBox.tsx"
import { CopyButton } from "../kit/CopyButton.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { Ellipsis, Pin, Plus, Square, X } from "../kit/icons.ts"
import { Kbd } from "../kit/Kbd.tsx"
import { Menu } from "../kit/Menu.tsx"
import { Segmented } from "../kit/Segmented.tsx"
import { SelectField } from "../kit/SelectField.tsx"
import { Slider } from "../kit/Slider.tsx"
import { Switch } from "../kit/Switch.tsx"
import { TextField } from "../kit/TextField.tsx"
import { Section } from "./Section.tsx"

const kinds: ReadonlyArray<NonNullable<ButtonProps["kind"]>> = [
  "primary",
  "plain",
  "quiet",
  "danger",
  "stop",
  "stop-calm"
]

const Buttons = () => (
  <>
    <Section name="Button">
      {kinds.map((kind) => (
        <Button key={kind} kind={kind}>
          {kind}
        </Button>
      ))}
    </Section>
    <Section name="Button: with an icon, a key, pressed, busy, blocked">
      <Button icon={Plus}>Connect a robot</Button>
      <Button kind="stop" icon={Square} keys="Esc">
        Stop
      </Button>
      <Button pressed>Pressed</Button>
      <Button kind="primary" busy>
        Publishing
      </Button>
      <Button blocked="Only owners may do this">Blocked</Button>
      <Button kind="quiet" icon={X} iconOnly>
        Close
      </Button>
    </Section>
    <Section name="Button: sizes">
      <Button size="small">Small</Button>
      <Button>Normal</Button>
      <Button size="large">Large</Button>
      <CopyButton text="robot" label="Copy the id" />
      <CopyButton text="robot" />
      <Kbd>Ctrl K</Kbd>
    </Section>
  </>
)

const Opening = () => {
  const [open, setOpen] = useState(false)
  return (
    <Section name="Menu and dialog">
      <Menu
        icon={Ellipsis}
        items={[
          { id: "pin", text: "Pin to the top", icon: Pin, run: () => undefined },
          { id: "shown", text: "Shown", checked: true, run: () => undefined },
          { id: "owner", text: "Rotate the token", blocked: "Only owners may do this", run: () => undefined },
          { id: "delete", text: "Delete", danger: true, begins: true, run: () => undefined }
        ]}
      >
        Acts
      </Menu>
      <Button onPress={() => setOpen(true)}>Open a dialog</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete rover-07?"
        acts={
          <>
            <Button onPress={() => setOpen(false)}>Keep it</Button>
            <Button kind="danger" onPress={() => setOpen(false)}>
              Delete rover-07
            </Button>
          </>
        }
      >
        <TextField label="Its name" value="" onChange={() => undefined} hint="Type the name to go on." />
      </Dialog>
    </Section>
  )
}

/** What is pressed, typed and chosen. */
export const Controls = () => {
  const [text, setText] = useState("rover-07")
  const [on, setOn] = useState(true)
  const [speed, setSpeed] = useState(0.4)
  const [range, setRange] = useState<"1h" | "24h">("1h")
  return (
    <>
      <Buttons />
      <Opening />
      <Section name="TextField">
        <TextField label="Name" hint="As people call it." value={text} onChange={setText} />
        <TextField label="Speed" detail="m/s" problem="At most 1.5." value="9" onChange={() => undefined} />
        <TextField label="Token" mono disabled value="fbt_4f2a" onChange={() => undefined} />
        <TextField label="Note" lines={2} placeholder="What happened" value="" onChange={() => undefined} />
      </Section>
      <Section name="SelectField, Segmented, Switch, CheckBox, Slider">
        <SelectField
          label="Severity"
          value="warning"
          onChange={() => undefined}
          options={[
            { value: "warning", text: "Warning" },
            { value: "error", text: "Error" }
          ]}
        />
        <Segmented
          name="Window"
          value={range}
          onChange={setRange}
          options={[
            { value: "1h", text: "1 h" },
            { value: "24h", text: "24 h", count: 3 }
          ]}
        />
        <Switch label="Record" detail="one value a second" checked={on} onChange={setOn} />
        <Switch label="Off and locked" checked={false} disabled onChange={() => undefined} />
        <CheckBox name="Choose rover-07" checked={on} onChange={setOn} />
        <CheckBox name="Choose some" checked={false} some onChange={() => undefined} />
        <Slider name="Speed" min={0} max={1} step={0.1} value={speed} text={`${speed} m/s`} onChange={setSpeed} />
      </Section>
    </>
  )
}
