import { defineWords } from "../../i18n/words.ts"

/** What the robot has on its graph. */
export const graphWords = defineWords({
  en: {
    graphTitle: "Insert from the ROS graph",
    graphRead: "Read the graph again",
    graphOld: "The robot is offline; this is what it had.",
    graphNever: "The robot's graph was never read. It is read when the bridge connects.",
    graphFilter: "Filter",
    graphMore: (count: number) => `and ${count} more: the filter finds them`,
    graphNone: "Nothing fits.",
    graphInsert: "Insert",
    graphIn: "is in the text",
    graphReading: "The robot is asked for the fields of this type. It is inserted with them.",
    graphNoType:
      "Not inserted: the robot does not find this type. Its package has to be sourced where the bridge runs.",
    graphOneAtATime: "Another type is being read",
    graphNotYaml: "The text is not YAML: there is no place to insert into",
    graphConflict: "First decide about the text that somebody else saved",
    graphNoPlace: "Not inserted: its section is written in a way that nothing can be added to."
  },
  de: {
    graphTitle: "Aus dem ROS-Graphen einfügen",
    graphRead: "Graphen neu lesen",
    graphOld: "Der Roboter ist offline; das hatte er zuletzt.",
    graphNever: "Der Graph des Roboters wurde nie gelesen. Er wird gelesen, wenn sich die Bridge verbindet.",
    graphFilter: "Filter",
    graphMore: (count) => `und ${count} weitere: der Filter findet sie`,
    graphNone: "Nichts passt.",
    graphInsert: "Einfügen",
    graphIn: "steht im Text",
    graphReading: "Der Roboter wird nach den Feldern dieses Typs gefragt. Mit ihnen wird eingefügt.",
    graphNoType:
      "Nicht eingefügt: der Roboter findet diesen Typ nicht. Sein Paket muss dort geladen sein, wo die Bridge läuft.",
    graphOneAtATime: "Ein anderer Typ wird gerade gelesen",
    graphNotYaml: "Der Text ist kein YAML: er hat keine Stelle zum Einfügen",
    graphConflict: "Entscheiden Sie zuerst über den Text, den jemand anders gespeichert hat",
    graphNoPlace: "Nicht eingefügt: der Abschnitt ist so geschrieben, dass nichts dazukommen kann."
  }
})
