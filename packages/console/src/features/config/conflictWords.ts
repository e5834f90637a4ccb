import { defineWords } from "../../i18n/words.ts"

/** Two people's texts, and the decision between them. */
export const conflictWords = defineWords({
  en: {
    conflictTitle: "Someone else saved this draft",
    conflictHint: "Your text is not lost. Lines that only one of you changed are merged; decide about the rest.",
    conflictNone: "Your changes and theirs touch different lines: they fit together.",
    mine: "Mine",
    theirs: "Theirs",
    both: "Both",
    keepMine: "Keep mine",
    takeTheirs: "Take theirs",
    useMerge: "Use the merged text",
    conflictAt: (at: number, of: number) => `Conflict ${at} of ${of}`,
    choice: "Which text stands here",
    mineEmpty: "(these lines are deleted in yours)",
    theirsEmpty: "(these lines are deleted in theirs)"
  },
  de: {
    conflictTitle: "Jemand anders hat diesen Entwurf gespeichert",
    conflictHint:
      "Ihr Text ist nicht verloren. Zeilen, die nur einer von Ihnen änderte, sind zusammengeführt; über den Rest entscheiden Sie.",
    conflictNone: "Ihre und die anderen Änderungen betreffen verschiedene Zeilen: sie passen zusammen.",
    mine: "Meins",
    theirs: "Anderes",
    both: "Beides",
    keepMine: "Meinen Text behalten",
    takeTheirs: "Den anderen nehmen",
    useMerge: "Zusammengeführten Text nehmen",
    conflictAt: (at, of) => `Konflikt ${at} von ${of}`,
    choice: "Welcher Text hier steht",
    mineEmpty: "(in Ihrem Text gelöscht)",
    theirsEmpty: "(im anderen Text gelöscht)"
  }
})
