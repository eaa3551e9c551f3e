const paths = {
  today: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2",
  order: "M5 7h14M5 12h14M5 17h9",
  agenda: "M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M9 3v4M15 3v4",
  urgent: "M13 4L6 13h5l-1 7 7-9h-5z",
  inbox: "M4 13h5l1 3h4l1-3h5M4 13l3-8h10l3 8v6H4z",
  done: "M5 12l5 5 9-10",
  deleted: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  search: "M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M16 16l4 4",
  history: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4l3 2",
  aside: "M8 5v14M8 12h6a4 4 0 0 0 4-4V5M15 8l3-3 3 3",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  tag: "M4 4h8l8 8-8 8-8-8zM8.5 8.5h.01",
  view: "M4 6h16M7 12h10M10 18h4",
  add: "M12 5v14M5 12h14",
  grip: "M6 9.5h12M6 14.5h12",
  back: "M14 6l-6 6 6 6",
  next: "M10 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
  bell: "M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0",
  keys: "M4 7h16v10H4zM7.5 10.5h.01M12 10.5h.01M16.5 10.5h.01M8 14h8",
  leave: "M14 5h5v14h-5M4 12h10M10 8l4 4-4 4",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
}

const SVG = "http://www.w3.org/2000/svg"

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("aria-hidden", "true")
  const path = document.createElementNS(SVG, "path")
  path.setAttribute("d", paths[name])
  svg.append(path)
  return svg
}
