/**
 * The page's script, run after uPlot's. It is text to the toolkit, plain JavaScript to the browser: it draws the
 * embedded charts, keeps their cursors and ranges together, follows the theme and serves the keyboard.
 */
export const script = `
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const arrays = data.arrays.map((text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return Array.from(new Float32Array(bytes.buffer), (x) => (Number.isFinite(x) ? x : null));
  });
  const root = document.documentElement;
  let colours = getComputedStyle(root);
  const colour = (name) => colours.getPropertyValue('--' + name).trim();
  const digits = (x, n) => {
    if (x == null) return '';
    if (x === 0) return '0';
    const size = Math.abs(x);
    if (size >= 1e7 || size < 1e-4) return x.toExponential(n - 2).replace(/\\.?0*e/, 'e');
    return String(Number(x.toPrecision(n)));
  };
  const withUnit = (x, unit) => (x == null || unit === '' ? digits(x, 4) : digits(x, 4) + ' ' + unit);
  const plots = [];

  /** Pushes and other events as bands behind the lines, their names at the top. */
  const drawEvents = (u, named) => {
    const { ctx, bbox } = u;
    const ratio = devicePixelRatio || 1;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.font = 11 * ratio + 'px system-ui, sans-serif';
    ctx.textBaseline = 'top';
    ctx.textAlign = 'left';
    for (const event of data.events) {
      const from = u.valToPos(event.from, 'x', true);
      const until = event.until == null ? from + ratio : u.valToPos(event.until, 'x', true);
      ctx.fillStyle = colour('event');
      ctx.fillRect(from, bbox.top, Math.max(ratio, until - from), bbox.height);
      if (!named) continue;
      ctx.fillStyle = colour('soft');
      ctx.fillText(event.label, from + 4 * ratio, bbox.top + 3 * ratio);
    }
    ctx.restore();
  };

  const drawLimits = (u, chart) => {
    const { ctx, bbox } = u;
    const ratio = devicePixelRatio || 1;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour('fail');
    ctx.lineWidth = ratio;
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    ctx.font = 11 * ratio + 'px system-ui, sans-serif';
    ctx.textAlign = 'right';
    for (const limit of chart.limits) {
      const { min, max } = u.scales.y;
      if (!(limit.value >= min && limit.value <= max)) continue;
      const y = Math.round(u.valToPos(limit.value, 'y', true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.textBaseline = y - bbox.top < 16 * ratio ? 'top' : 'bottom';
      if (limit.label !== '') ctx.fillText(limit.label, bbox.left + bbox.width - 4 * ratio, y + (ctx.textBaseline === 'top' ? 3 : -3) * ratio);
    }
    ctx.restore();
  };

  /** The range of the data, with those limits that are near it, and a little room. */
  const yRange = (chart) => (u, least, greatest) => {
    if (least == null || greatest == null) return [-1, 1];
    let [low, high] = [least, greatest];
    const size = Math.max(Math.abs(low), Math.abs(high));
    for (const { value } of chart.limits) {
      if (value > high && value <= 1.8 * Math.max(high, 0)) high = value;
      if (value < low && value >= 1.8 * Math.min(low, 0)) low = value;
    }
    const room = high > low ? 0.08 * (high - low) : size > 0 ? 0.2 * size : 1;
    return [low - room, high + room];
  };

  /** The lines of a chart at a sample, in words. */
  const words = (u, chart, index) => {
    const lines = chart.lines.map((line, i) => {
      const value = withUnit(u.data[i + 1][index], chart.unit);
      return chart.lines.length === 1 ? value : line.label + ' ' + value;
    });
    return withUnit(u.data[0][index], 's') + ': ' + lines.join(', ');
  };

  /** A small chart has no legend: what is under the cursor stands in its caption. */
  const readOut = (u, element, chart) => {
    const { idx } = u.cursor;
    element.parentElement.querySelector('.live').textContent = idx == null ? '' : words(u, chart, idx);
  };

  /** Room for the numbers of the axis at the left, as wide as the longest. */
  const room = (chart) => (u, values) =>
    Math.max(chart.small ? 34 : 44, 12 + 6.6 * (values || []).reduce((most, text) => Math.max(most, text.length), 0));

  const create = (element) => {
    const chart = data.charts[Number(element.dataset.chart)];
    const height = chart.small ? 130 : 220;
    const axis = (more) => ({
      stroke: () => colour('soft'),
      font: '11px system-ui, sans-serif',
      grid: { stroke: () => colour('grid'), width: 1 },
      ticks: { show: false },
      ...more,
    });
    const options = {
      width: Math.max(160, element.clientWidth),
      height,
      padding: [8, 16, 0, 0],
      pxAlign: 0,
      scales: { x: { time: false }, y: { range: yRange(chart) } },
      axes: [
        axis({ size: 26, gap: 4, values: (u, ticks) => ticks.map((t) => digits(t, 6) + ' s') }),
        axis({ size: room(chart), gap: 4, space: chart.small ? 24 : 32, values: (u, ticks) => ticks.map((v) => digits(v, 6)) }),
      ],
      series: [
        { label: '', value: (u, x) => (x == null ? '' : 'at ' + withUnit(x, 's')) },
        ...chart.lines.map((line) => ({
          label: line.label,
          stroke: () => colour(line.colour),
          width: line.colour === 'norm' ? 2.2 : 1.5,
          dash: line.dashed ? [5, 3] : undefined,
          points: { show: false },
          value: (u, v) => withUnit(v, chart.unit),
        })),
      ],
      legend: { show: !chart.small, live: true },
      cursor: {
        sync: { key: 'run', setSeries: false, scales: ['x', null] },
        points: { size: 6 },
        y: false,
      },
      hooks: {
        drawClear: [(u) => drawEvents(u, !chart.small)],
        draw: [(u) => drawLimits(u, chart)],
        setCursor: chart.small ? [(u) => readOut(u, element, chart)] : [],
      },
    };
    element.textContent = '';
    const u = new uPlot(options, [arrays[chart.time], ...chart.lines.map((line) => arrays[line.values])], element);
    plots.push({ u, element, chart, height });
    new ResizeObserver(() => {
      const width = Math.max(160, element.clientWidth);
      if (width !== u.width) u.setSize({ width, height });
    }).observe(element);
    element.addEventListener('keydown', (event) => steer(event, u, chart));
  };

  const whole = () => {
    let [least, greatest] = [Infinity, -Infinity];
    for (const { chart } of plots) {
      const time = arrays[chart.time];
      if (time.length === 0) continue;
      least = Math.min(least, time[0]);
      greatest = Math.max(greatest, time[time.length - 1]);
    }
    return { min: least, max: greatest };
  };
  const zoom = (range) => {
    for (const { u } of plots) u.setScale('x', range);
  };

  const spoken = document.getElementById('spoken');
  /** Arrows move the cursor, + and − zoom about it, 0 or Escape show everything. */
  const steer = (event, u, chart) => {
    const { min, max } = u.scales.x;
    const time = u.cursor.left >= 0 ? u.posToVal(u.cursor.left, 'x') : min;
    const stride = (max - min) / (event.shiftKey ? 10 : 100);
    const moves = { ArrowLeft: time - stride, ArrowRight: time + stride, Home: min, End: max };
    if (event.key in moves) {
      const to = Math.min(max, Math.max(min, moves[event.key]));
      u.setCursor({ left: u.valToPos(to, 'x'), top: u.over.clientHeight / 2 });
      const index = u.cursor.idx;
      if (index != null) spoken.textContent = words(u, chart, index);
    } else if (event.key === '+' || event.key === '-') {
      const factor = event.key === '+' ? 0.5 : 2;
      const all = whole();
      zoom({ min: Math.max(all.min, time - (time - min) * factor), max: Math.min(all.max, time + (max - time) * factor) });
    } else if (event.key === '0' || event.key === 'Escape') zoom(whole());
    else return;
    event.preventDefault();
  };

  /** The arm and the tool of a path at a time, on straight lines between the instants that are known. */
  const stage = (element) => {
    const { time, fineness, arm, tool } = JSON.parse(element.dataset.motion);
    const figure = element.closest('figure');
    const line = figure.querySelector('.moving polyline');
    const joints = figure.querySelectorAll('.moving circle');
    const dots = figure.querySelectorAll('.views > svg:not(.scene) .now');
    const [button, slider, output] = element.children;
    const begin = time[0];
    const end = time[time.length - 1];
    const put = (circle, [x, y]) => {
      circle.setAttribute('cx', x);
      circle.setAttribute('cy', y);
    };
    let now = begin;
    const show = (t) => {
      now = Math.min(end, Math.max(begin, t));
      let k = 0;
      for (let high = time.length - 1; high - k > 1; ) {
        const middle = (k + high) >> 1;
        if (time[middle] <= now) k = middle;
        else high = middle;
      }
      const part = (now - time[k]) / (time[k + 1] - time[k]);
      const places = (from, to) => from.map((a, i) => Math.round(10 * (a + (to[i] - a) * part)) / (10 * fineness));
      const points = places(arm[k], arm[k + 1]);
      const pairs = Array.from({ length: points.length / 2 }, (_, i) => points.slice(2 * i, 2 * i + 2));
      line.setAttribute('points', pairs.join(' '));
      joints.forEach((circle, i) => put(circle, pairs[i]));
      dots.forEach((circle, i) => put(circle, places(tool[i].slice(2 * k, 2 * k + 2), tool[i].slice(2 * k + 2, 2 * k + 4))));
      slider.value = now;
      output.textContent = withUnit(Math.round(100 * now) / 100, 's');
      slider.setAttribute('aria-valuetext', output.textContent);
    };
    /** Likewise, with the cursors of the plots. */
    const seek = (t) => {
      show(t);
      for (const { u } of plots) u.setCursor({ left: u.valToPos(now, 'x'), top: 0 }, true, false);
    };
    let playing = false;
    // As it was in truth, or so fast that it is over after 20 s.
    const speed = Math.max(1, (end - begin) / 20);
    const stop = () => {
      playing = false;
      button.textContent = 'Play';
    };
    const play = () => {
      if (now >= end) seek(begin);
      playing = true;
      button.textContent = 'Pause';
      let last;
      const frame = (at) => {
        if (!playing) return;
        if (last !== undefined) seek(now + (speed * (at - last)) / 1000);
        last = at;
        if (now >= end) stop();
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    };
    button.addEventListener('click', () => (playing ? stop() : play()));
    slider.addEventListener('input', () => {
      stop();
      seek(Number(slider.value));
    });
    // Who wants less motion moves the slider at their own pace.
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const heed = () => {
      button.hidden = calm.matches;
      if (calm.matches) stop();
    };
    calm.addEventListener('change', heed);
    heed();
    for (const hidden of figure.querySelectorAll('[hidden]')) if (hidden !== button) hidden.removeAttribute('hidden');
    show(begin);
  };

  const button = document.getElementById('theme');
  const themes = ['auto', 'light', 'dark'];
  const store = (theme) => {
    try {
      if (theme === undefined) return localStorage.getItem('pliant-theme');
      localStorage.setItem('pliant-theme', theme);
    } catch {}
  };
  const repaint = () => {
    colours = getComputedStyle(root);
    for (const { u } of plots) {
      u.redraw(false, true);
      u.root.querySelectorAll('.u-legend .u-marker').forEach((marker, i) => {
        if (i > 0) marker.style.borderColor = u.series[i].stroke();
      });
    }
  };
  const apply = (theme) => {
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.textContent = 'Theme: ' + theme;
    repaint();
  };
  let theme = themes.includes(store()) ? store() : 'auto';
  button.hidden = false;
  button.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    store(theme);
    apply(theme);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
  apply(theme);
  for (const element of document.querySelectorAll('.plot')) create(element);
  for (const element of document.querySelectorAll('.player')) stage(element);
  root.dataset.ready = String(plots.length);
})();
`;
