use recipe::model::{BIAS, BUCKET, HEADER, MAGIC, SLOTS, bucket, fingerprint};

use crate::field::{COUNT, ConditionalRandomField};

/// Packs the weights of the kept features. A full bucket drops the features with the smallest weights.
pub(crate) fn pack(field: &ConditionalRandomField, hashes: &[u64], buckets: usize) -> Vec<u8> {
    let scale = 127.0 / clipping_weight(field).max(1e-6);
    let mut bytes = Vec::with_capacity(HEADER + buckets * BUCKET);
    bytes.extend(MAGIC);
    bytes.extend((buckets as u32).to_le_bytes());
    for row in std::iter::once(field.start).chain(field.joined_moves()) {
        for weight in row {
            bytes.extend(((weight * scale).round() as i16).to_le_bytes());
        }
    }
    let weight =
        |number: usize| field.weights[number].iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let mut order: Vec<usize> = (0..hashes.len()).filter(|number| field.alive[*number]).collect();
    order.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)).then(a.cmp(b)));
    bytes.resize(HEADER, 0);
    let mut table: Vec<Vec<(u16, [u8; COUNT])>> = vec![Vec::new(); buckets];
    for number in order {
        let slots = &mut table[bucket(hashes[number], buckets)];
        let own = fingerprint(hashes[number]);
        let weights =
            field.weights[number].map(|weight| ((weight * scale).round() as i8 as i32 + BIAS) as u8);
        let is_new = slots.iter().all(|(taken, _)| *taken != own);
        if slots.len() < SLOTS && is_new && weights != [BIAS as u8; COUNT] {
            slots.push((own, weights));
        }
    }
    for mut slots in table {
        slots.resize(SLOTS, (0, [0; COUNT]));
        bytes.extend(slots.iter().flat_map(|(fingerprint, _)| fingerprint.to_le_bytes()));
        bytes.extend(slots.iter().flat_map(|(_, weights)| weights));
    }
    bytes
}

/// The 99.95th percentile of weights. Larger weights are clipped, so that the others are more precise.
fn clipping_weight(field: &ConditionalRandomField) -> f32 {
    let mut all: Vec<f32> =
        field.weights.iter().flatten().map(|weight| weight.abs()).filter(|weight| *weight > 0.0).collect();
    all.sort_by(f32::total_cmp);
    all.get(all.len() - 1 - all.len() / 2000).copied().unwrap_or(1.0)
}
