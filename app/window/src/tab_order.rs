//! Tab order: forward through what is on screen, as one reads it.
//!
//! `egui` goes through widgets in the order in which they are made. The bar at
//! the bottom is made before the panels above it, buttons at the right end of a
//! row from right to left, and a card that lies on top of everything last. So in
//! a frame in which Tab is pressed widgets are announced a first time, in the
//! order of reading, and the focus moves among them; that they are announced
//! again when they are drawn changes nothing any more.

use egui::{Context, FocusDirection, Id, Key, LayerId, Order, Rect};

/// How far apart the upper edges of widgets in one row may be.
const SAME_ROW: f32 = 10.0;

/// A widget that can have the focus.
#[derive(Clone, Copy, Debug)]
struct Stop {
    id: Id,
    layer: LayerId,
    rect: Rect,
}

/// Moves the focus if Tab is pressed. Stacks are where panels lie; what is in one
/// is gone through before the next.
pub(super) fn apply(context: &Context, stacks: &[Rect]) {
    let focused = context.memory(egui::Memory::focused);
    let left = last_focused(context, focused);
    if !context.input(|input| input.key_pressed(Key::Tab)) {
        return;
    }
    let stops = ordered(stops(context), stacks);
    let left = left.filter(|_| focused.is_none());
    let left = left.and_then(|left| stops.iter().position(|stop| stop.id == left));
    if let Some(left) = left {
        // Somebody has left a text with Escape: it goes on from there.
        let is_back = context.input(|input| input.modifiers.shift);
        let next = if is_back { left + stops.len() - 1 } else { left + 1 } % stops.len();
        context.memory_mut(|memory| {
            memory.request_focus(stops[next].id);
            memory.move_focus(FocusDirection::None);
        });
        return;
    }
    // Behind the last comes the first, and before the first the last.
    let is_back = context.input(|input| input.modifiers.shift);
    let before = stops.last().filter(|last| is_back && Some(last.id) != focused);
    let after = stops.first().filter(|_| !is_back);
    for stop in before.into_iter().chain(&stops).chain(after) {
        context.memory_mut(|memory| memory.interested_in_focus(stop.id, stop.layer));
    }
}

/// The widget that had the focus last, if none has it now.
fn last_focused(context: &Context, focused: Option<Id>) -> Option<Id> {
    context.data_mut(|data| {
        let last = data.get_temp_mut_or_default::<Option<Id>>(Id::unique("focused last"));
        if focused.is_some() {
            *last = focused;
        }
        *last
    })
}

/// What could have the focus in the frame before and was on screen, those of one
/// layer in the order in which they were made.
fn stops(context: &Context) -> Vec<Stop> {
    let screen = context.content_rect();
    context.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.layers();
        let all =
            widgets.flat_map(|(layer, widgets)| widgets.iter().map(|widget| (*layer, widget)));
        all.filter(|(_, widget)| widget.enabled && widget.sense.is_focusable())
            .map(|(layer, widget)| (layer, widget.id, widget.interact_rect.intersect(screen)))
            .filter(|(_, _, rect)| rect.is_positive())
            .map(|(layer, id, rect)| Stop { id, layer, rect })
            .collect()
    })
}

/// In the order of reading: what lies on top, then what is above the panels, then
/// stack after stack, then what is below.
fn ordered(stops: Vec<Stop>, stacks: &[Rect]) -> Vec<Stop> {
    let panels = stacks.iter().copied().fold(Rect::NOTHING, Rect::union);
    // A stack comes where its first widget was made.
    let mut seen: Vec<usize> = Vec::new();
    let mut groups: Vec<((u8, usize), Stop)> = Vec::new();
    for stop in stops {
        let middle = stop.rect.center();
        let stack = stacks.iter().position(|stack| stack.contains(middle));
        let group = match (stop.layer.order, stack) {
            (Order::Background, Some(stack)) => {
                if !seen.contains(&stack) {
                    seen.push(stack);
                }
                (2, seen.iter().position(|known| *known == stack).unwrap_or(0))
            }
            (Order::Background, None) if middle.y > panels.bottom() => (3, 0),
            (Order::Background, None) => (1, 0),
            _ => (0, 0),
        };
        groups.push((group, stop));
    }
    groups.sort_by_key(|(group, _)| *group);
    let mut found = Vec::with_capacity(groups.len());
    for group in groups.chunk_by(|(a, _), (b, _)| a == b) {
        found.extend(by_rows(group.iter().map(|(_, stop)| *stop).collect()));
    }
    found
}

/// Row by row, from left to right.
fn by_rows(mut stops: Vec<Stop>) -> Vec<Stop> {
    stops.sort_by(|a, b| a.rect.top().total_cmp(&b.rect.top()));
    let mut found = Vec::with_capacity(stops.len());
    let mut rest = &stops[..];
    while let Some(first) = rest.first() {
        let row = rest.iter().take_while(|stop| stop.rect.top() <= first.rect.top() + SAME_ROW);
        let (row, after) = rest.split_at(row.count());
        let mut row = row.to_vec();
        row.sort_by(|a, b| a.rect.left().total_cmp(&b.rect.left()));
        found.extend(row);
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    #[test]
    fn reading_order() {
        let stop = |name: &'static str, order, x: f32, y: f32| Stop {
            id: Id::unique(name),
            layer: LayerId::new(order, Id::unique("layer")),
            rect: Rect::from_min_size(pos2(x, y), vec2(20.0, 10.0)),
        };
        let (back, top) = (Order::Background, Order::Middle);
        let left = Rect::from_min_max(pos2(0.0, 50.0), pos2(200.0, 500.0));
        let right = Rect::from_min_max(pos2(200.0, 50.0), pos2(400.0, 500.0));
        // As they are made: bars first, rows from the right, cards last.
        let made = vec![
            stop("menu", back, 300.0, 10.0),
            stop("title", back, 0.0, 12.0),
            stop("play", back, 0.0, 550.0),
            stop("undo", back, 150.0, 60.0),
            stop("rust", back, 10.0, 63.0),
            stop("text", back, 10.0, 90.0),
            stop("warps", back, 210.0, 60.0),
            stop("next", top, 120.0, 400.0),
            stop("back", top, 90.0, 400.0),
        ];
        let order: Vec<Id> = ordered(made, &[right, left]).iter().map(|stop| stop.id).collect();
        let names = ["back", "next", "title", "menu", "rust", "undo", "text", "warps", "play"];
        assert_eq!(order, names.map(Id::unique));
    }
}
