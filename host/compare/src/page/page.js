"use strict";
// Draws the figures and filters them. The data stands in the page; nothing is asked
// for. What was drawn is written into the document (data-drawn, data-ink), so that a
// test sees it.
(() => {
  const root = document.documentElement;
  window.addEventListener("error", (event) => { root.dataset.error = event.message; });
  document.addEventListener("securitypolicyviolation", (event) => {
    root.dataset.error = `a request was refused: ${event.blockedURI}`;
  });
  const data = JSON.parse(document.getElementById("data").textContent);
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const style = getComputedStyle(root);
  const ink = style.getPropertyValue("--ink").trim();
  const dim = style.getPropertyValue("--dim").trim();
  const grid = style.getPropertyValue("--line").trim();

  // The set of Okabe and Ito, in an order in which neighbours differ most; its black
  // is the ink. Letters tell apart what colours cannot.
  const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00",
    dark ? "#c9d1d9" : "#444c56", dark ? "#f0e442" : "#b8a800"];
  const colour = (row) => colours[row % colours.length];
  const letter = (row) => {
    const last = String.fromCharCode(65 + row % 26);
    return row < 26 ? last : letter(Math.floor(row / 26) - 1) + last;
  };
  const onColour = (hex) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    return 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#000000" : "#ffffff";
  };

  // A page can be opened filtered: page.html?devices=A,C&kernels=reduce#gpu-reduce-bandwidth
  const asked = new URLSearchParams(location.search);
  const letters = (asked.get("devices") ?? "").toUpperCase().split(",").filter(Boolean);
  const shown = new Set(data.rows.map((_, row) => row)
    .filter((row) => letters.length === 0 || letters.includes(letter(row))));
  const wordsOf = (text) => text.toLowerCase().split(/[\s,]+/).filter(Boolean);
  let words = wordsOf(asked.get("kernels") ?? "");
  const isWanted = (kernel) => words.length === 0 || words.some((word) => kernel.includes(word));

  const digits = (value) => {
    const size = Math.abs(value);
    if (size >= 1000) return Math.round(value).toLocaleString("en-US");
    if (size >= 100) return value.toFixed(0);
    if (size >= 10) return value.toFixed(1);
    if (size >= 0.01 || size === 0) return value.toFixed(2);
    return value.toExponential(1);
  };
  const scaled = (value, units) => {
    for (const [factor, unit] of units) if (value >= factor) return `${round(value / factor)} ${unit}`;
    const [factor, unit] = units[units.length - 1];
    return `${round(value / factor)} ${unit}`;
  };
  const round = (value) => String(Number(value.toPrecision(3)));
  const written = {
    number: (value) => (value >= 1e4 || value < 1e-3 ? value.toExponential(0).replace("e+", "e") : round(value)),
    bytes: (value) => scaled(value, [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]]),
    seconds: (value) => scaled(value, [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]]),
  };
  const isPower = (value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;

  // Whiskers, ceilings and letters, which Chart.js has not.
  const marks = {
    id: "marks",
    afterDatasetsDraw(chart) {
      const context = chart.ctx;
      context.save();
      chart.data.datasets.forEach((set, index) => {
        if (!set.marks) return;
        const horizontal = chart.options.indexAxis === "y";
        const scale = chart.scales[horizontal ? "x" : "y"];
        chart.getDatasetMeta(index).data.forEach((element, at) => {
          const mark = set.marks[at];
          if (!mark) return;
          const centre = horizontal ? element.y : element.x;
          const thickness = horizontal ? element.height : 10;
          const line = (from, to, across, colour, width) => {
            context.strokeStyle = colour;
            context.lineWidth = width;
            context.beginPath();
            if (across === horizontal) {
              context.moveTo(from, centre);
              context.lineTo(to, centre);
            } else {
              context.moveTo(from, centre - thickness / 2);
              context.lineTo(to, centre + thickness / 2);
            }
            context.stroke();
          };
          if (!horizontal) {
            if (mark.low == null || mark.high == null) return;
            const [low, high] = [scale.getPixelForValue(mark.low), scale.getPixelForValue(mark.high)];
            if (Math.abs(high - low) < 1) return;
            context.strokeStyle = set.borderColor;
            context.lineWidth = 1.5;
            context.beginPath();
            context.moveTo(centre, low);
            context.lineTo(centre, high);
            context.stroke();
            return;
          }
          const [low, high] = [scale.getPixelForValue(mark.low), scale.getPixelForValue(mark.high)];
          if (Math.abs(high - low) >= 1) line(low, high, true, ink, 2);
          if (mark.ceiling != null) {
            const at = scale.getPixelForValue(mark.ceiling);
            line(at, at, false, ink, 2);
          }
          if (thickness >= 9) {
            context.font = `600 ${Math.min(12, thickness)}px system-ui, sans-serif`;
            context.textBaseline = "middle";
            const base = scale.getPixelForValue(chart.$base);
            const right = mark.value >= chart.$base;
            context.textAlign = right ? "left" : "right";
            const name = letter(set.row) + (mark.flagged ? " !" : "");
            const width = context.measureText(name).width;
            const inside = Math.abs(element.x - base) > width + 8;
            context.fillStyle = inside ? onColour(colour(set.row)) : ink;
            let end = right ? Math.max(element.x, high) : Math.min(element.x, low);
            // Left of a bar are the kernels' names: a letter without room goes to the
            // other side of the base.
            const crosses = !right && !inside && end - width - 4 < chart.chartArea.left;
            if (crosses) {
              context.textAlign = "left";
              context.fillText(name, Math.max(base, high) + 4, centre + 1);
            } else {
              context.fillText(name, (inside ? base : end) + (right ? 4 : -4), centre + 1);
            }
            // The number at the bar's end, where the ceiling's line leaves room for it.
            context.font = `${Math.min(12, thickness)}px system-ui, sans-serif`;
            context.fillStyle = ink;
            const number = digits(mark.value);
            if (crosses) end = Math.max(base, high);
            const forward = right || crosses ? 1 : -1;
            const from = end + 5 * forward + (inside ? 0 : (width + 4) * forward);
            const to = from + forward * context.measureText(number).width;
            const line = mark.ceiling == null ? null : scale.getPixelForValue(mark.ceiling);
            const isFree = line == null || line < Math.min(from, to) - 2 || line > Math.max(from, to) + 2;
            if (isFree && to <= chart.chartArea.right && to > chart.chartArea.left) context.fillText(number, from, centre + 1);
          }
        });
      });
      context.restore();
    },
  };

  const base = () => ({
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    devicePixelRatio: Math.max(2, window.devicePixelRatio || 1),
    interaction: { mode: "nearest", intersect: true },
  });
  const title = (text) => ({ display: true, text, color: dim, font: { size: 14 } });
  const ticks = { color: ink, font: { size: 14 } };

  function bars(figure, plot) {
    const groups = plot.groups.map((name, at) => ({ name, at })).filter((group) => isWanted(group.name));
    const series = plot.series.filter((one) => shown.has(one.row));
    const short = (name) => {
      const prefix = `${figure.family}_`;
      return figure.family && name.startsWith(prefix) ? name.slice(prefix.length) : name;
    };
    const datasets = series.map((one) => {
      const own = groups.map((group) => one.bars[group.at]);
      return {
        row: one.row,
        label: data.rows[one.row].label,
        data: own.map((bar) => (bar ? bar.value : null)),
        marks: own,
        base: plot.base,
        backgroundColor: colour(one.row),
        barPercentage: 0.92,
        categoryPercentage: 0.82,
      };
    });
    const all = datasets.flatMap((set) => set.marks).filter(Boolean);
    const least = Math.min(plot.base, ...all.map((bar) => bar.low));
    const most = Math.max(plot.base, ...all.flatMap((bar) => [bar.high, bar.ceiling ?? bar.high]));
    // Room for the numbers; what starts at nothing has its nothing at the edge.
    const room = 0.12 * (most - least);
    const options = base();
    options.indexAxis = "y";
    options.scales = {
      x: { title: title(plot.unit), ticks: { ...ticks, maxRotation: 0, includeBounds: false }, grid: { color: grid }, beginAtZero: false,
        min: plot.base === 0 ? 0 : Math.max(0, least - room), max: most + room },
      y: { ticks: { ...ticks, autoSkip: false }, grid: { display: false } },
    };
    options.plugins = {
      legend: { display: false },
      tooltip: {
        callbacks: {
          title: (items) => groups[items[0].dataIndex].name,
          label: (item) => `${letter(item.dataset.row)}  ${item.dataset.label}: ${digits(item.parsed.x)} ${plot.unit}`,
          afterLabel: (item) => item.dataset.marks[item.dataIndex].detail,
        },
      },
    };
    const count = datasets.reduce((sum, set) => sum + set.data.filter((value) => value !== null).length, 0);
    return {
      count,
      height: Math.max(10, 4.6 + groups.length * Math.max(1.9, 0.4 + 1.15 * series.length)),
      base: plot.base,
      config: { type: "bar", data: { labels: groups.map((group) => short(group.name)), datasets }, options, plugins: [marks] },
    };
  }

  function points(figure, plot) {
    const series = plot.series.filter((one) => one.row === null || shown.has(one.row));
    const datasets = series.map((one, at) => {
      const isLimit = one.style === "limit";
      const own = one.points.filter((point) => isLimit || isWanted(point.kernel ?? ""));
      const ofRow = one.row === null ? dim : colour(one.row);
      return {
        row: one.row,
        label: one.name,
        style: one.style,
        data: own.map((point) => ({ x: point.x, y: point.y })),
        marks: isLimit ? undefined : own,
        showLine: one.style !== "dots",
        borderColor: ofRow,
        // Points that lie on each other show through.
        backgroundColor: isLimit || one.row === null ? ofRow : `${ofRow}b0`,
        borderWidth: isLimit ? 1.5 : 2.5,
        borderDash: isLimit && one.row === null && at > 0 ? [6, 5] : undefined,
        pointRadius: isLimit ? 0 : 5,
        pointHoverRadius: isLimit ? 0 : 8,
        pointHitRadius: isLimit ? 0 : 8,
        pointStyle: ["circle", "rect", "triangle", "rectRot", "star", "crossRot"][(one.row ?? 0) % 6],
      };
    });
    const isNamed = (value, scale) => {
      if (isPower(value)) return true;
      // Few decades have room for more numbers.
      const digit = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
      const isRound = [2, 5].some((round) => Math.abs(digit - round) < 1e-6);
      return Math.log10(scale.max / scale.min) < 2.5 && isRound;
    };
    const axis = (one) => ({
      type: one.log ? "logarithmic" : "linear",
      title: title(one.title),
      grid: { color: grid },
      ticks: { ...ticks, autoSkip: false, maxRotation: 0,
        callback(value) {
          return !one.log || isNamed(value, this) ? written[one.quantity](value) : null;
        } },
    });
    const options = base();
    options.scales = { x: axis(plot.x), y: axis(plot.y) };
    options.plugins = {
      legend: { display: false },
      tooltip: {
        filter: (item) => item.dataset.style !== "limit",
        callbacks: {
          title: (items) => (items.length && items[0].dataset.row !== null
            ? `${letter(items[0].dataset.row)}  ${items[0].dataset.label}` : ""),
          label: (item) => `${written[plot.y.quantity](item.parsed.y)}${plot.y.quantity === "number" ? ` ${plot.y.title}` : ""} at ${written[plot.x.quantity](item.parsed.x)}${plot.x.quantity === "number" ? ` ${plot.x.title}` : ""}`,
          afterLabel: (item) => item.dataset.marks[item.dataIndex].detail,
        },
      },
    };
    const count = datasets.filter((set) => set.style !== "limit").reduce((sum, set) => sum + set.data.length, 0);
    return { count, height: 26, base: 0, config: { type: "scatter", data: { datasets }, options, plugins: [marks] } };
  }

  const charts = new Map();
  function draw() {
    let drawn = 0;
    for (const figure of data.figures) {
      const card = document.getElementById(figure.id);
      const canvas = card.querySelector("canvas");
      charts.get(figure.id)?.destroy();
      charts.delete(figure.id);
      const [kind, plot] = Object.entries(figure.plot)[0];
      const made = kind === "bars" ? bars(figure, plot) : points(figure, plot);
      card.hidden = made.count === 0;
      card.dataset.marks = made.count;
      if (made.count === 0) continue;
      card.querySelector(".plot").style.height = `${made.height}rem`;
      const chart = new Chart(canvas, made.config);
      chart.$base = made.base;
      chart.update("none");
      charts.set(figure.id, chart);
      const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let inked = 0;
      for (let at = 3; at < pixels.length; at += 4) if (pixels[at] > 0) inked += 1;
      card.dataset.ink = inked;
      card.dataset.drawn = "yes";
      drawn += 1;
    }
    for (const section of document.querySelectorAll("section.class")) {
      section.hidden = !section.querySelector("figure:not([hidden])");
    }
    for (const part of document.querySelectorAll("details[data-row]")) {
      part.hidden = !shown.has(Number(part.dataset.row));
    }
    document.getElementById("nothing").hidden = drawn > 0 || data.figures.length === 0;
    root.dataset.drawn = `${drawn} of ${data.figures.length}`;
    root.dataset.requests = performance.getEntriesByType("resource").length;
    remember();
  }

  // The address says what is shown, so that it can be passed on.
  function remember() {
    const parts = [];
    if (shown.size < data.rows.length) parts.push(`devices=${[...shown].sort((a, b) => a - b).map(letter).join(",")}`);
    if (words.length > 0) parts.push(`kernels=${words.map(encodeURIComponent).join(",")}`);
    try {
      history.replaceState(null, "", `${location.pathname}${parts.length ? `?${parts.join("&")}` : ""}${location.hash}`);
    } catch {
      // Some browsers do not let a page from the disk change its address.
    }
  }

  const chips = document.getElementById("rows");
  const press = () => {
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(shown.has(Number(chip.dataset.row))));
  };
  data.rows.forEach((row, index) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.dataset.row = index;
    const mark = document.createElement("b");
    mark.textContent = letter(index);
    mark.style.background = colour(index);
    mark.style.color = onColour(colour(index));
    chip.append(mark, row.label);
    chip.title = `${row.machine}; click to hide or show, double-click to show alone`;
    chip.addEventListener("click", () => {
      if (shown.has(index)) shown.delete(index); else shown.add(index);
      press();
      draw();
    });
    chip.addEventListener("dblclick", () => {
      shown.clear();
      shown.add(index);
      press();
      draw();
    });
    chips.append(chip);
  });
  const filter = document.getElementById("filter");
  filter.value = words.join(" ");
  filter.addEventListener("input", () => {
    words = wordsOf(filter.value);
    draw();
  });
  document.getElementById("all").addEventListener("click", () => {
    data.rows.forEach((_, index) => shown.add(index));
    filter.value = "";
    words = [];
    press();
    draw();
  });
  press();
  draw();
  // A link to a figure leads to where it is now that the plots have their heights.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
})();
