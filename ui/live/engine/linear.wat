;; The one loop that takes the time: y = x Wᵀ for four rows of x, four numbers at once (SIMD).
;;
;; Addresses and lengths are in bytes; a number has four. A row of x is as long as a row of W, and
;; must have a multiple of four numbers. Rows of W are read in pairs: if their number is odd, one
;; more is read after the last, and one more number is written in each row of y.
(module
  (memory (import "model" "memory") 1)
  (func (export "linear")
    (param $x i32) (param $W i32) (param $y i32)
    (param $row i32)      ;; length of a row of x, and of W
    (param $end i32)      ;; where W ends
    (param $stride i32)   ;; from one row of y to the next
    (local $i i32) (local $w v128) (local $u v128) (local $q v128)
    ;; a_r sums the products of row r of x with one row of W, b_r those with the row after it
    (local $a_0 v128) (local $a_1 v128) (local $a_2 v128) (local $a_3 v128)
    (local $b_0 v128) (local $b_1 v128) (local $b_2 v128) (local $b_3 v128)
    (local $x_1 i32) (local $x_2 i32) (local $x_3 i32) (local $W_1 i32)
    (local.set $x_1 (i32.add (local.get $x) (local.get $row)))
    (local.set $x_2 (i32.add (local.get $x_1) (local.get $row)))
    (local.set $x_3 (i32.add (local.get $x_2) (local.get $row)))
    (loop $outputs
      (local.set $W_1 (i32.add (local.get $W) (local.get $row)))
      (local.set $a_0 (v128.const f32x4 0 0 0 0)) (local.set $a_1 (local.get $a_0))
      (local.set $a_2 (local.get $a_0)) (local.set $a_3 (local.get $a_0))
      (local.set $b_0 (local.get $a_0)) (local.set $b_1 (local.get $a_0))
      (local.set $b_2 (local.get $a_0)) (local.set $b_3 (local.get $a_0))
      (local.set $i (i32.const 0))
      (loop $inputs
        (local.set $w (v128.load (i32.add (local.get $W) (local.get $i))))
        (local.set $u (v128.load (i32.add (local.get $W_1) (local.get $i))))
        (local.set $q (v128.load (i32.add (local.get $x) (local.get $i))))
        (local.set $a_0 (f32x4.add (local.get $a_0) (f32x4.mul (local.get $q) (local.get $w))))
        (local.set $b_0 (f32x4.add (local.get $b_0) (f32x4.mul (local.get $q) (local.get $u))))
        (local.set $q (v128.load (i32.add (local.get $x_1) (local.get $i))))
        (local.set $a_1 (f32x4.add (local.get $a_1) (f32x4.mul (local.get $q) (local.get $w))))
        (local.set $b_1 (f32x4.add (local.get $b_1) (f32x4.mul (local.get $q) (local.get $u))))
        (local.set $q (v128.load (i32.add (local.get $x_2) (local.get $i))))
        (local.set $a_2 (f32x4.add (local.get $a_2) (f32x4.mul (local.get $q) (local.get $w))))
        (local.set $b_2 (f32x4.add (local.get $b_2) (f32x4.mul (local.get $q) (local.get $u))))
        (local.set $q (v128.load (i32.add (local.get $x_3) (local.get $i))))
        (local.set $a_3 (f32x4.add (local.get $a_3) (f32x4.mul (local.get $q) (local.get $w))))
        (local.set $b_3 (f32x4.add (local.get $b_3) (f32x4.mul (local.get $q) (local.get $u))))
        (local.set $i (i32.add (local.get $i) (i32.const 16)))
        (br_if $inputs (i32.lt_u (local.get $i) (local.get $row))))
      (local.set $i (local.get $y))
      (call $store (local.get $i) (local.get $a_0) (local.get $b_0))
      (local.set $i (i32.add (local.get $i) (local.get $stride)))
      (call $store (local.get $i) (local.get $a_1) (local.get $b_1))
      (local.set $i (i32.add (local.get $i) (local.get $stride)))
      (call $store (local.get $i) (local.get $a_2) (local.get $b_2))
      (local.set $i (i32.add (local.get $i) (local.get $stride)))
      (call $store (local.get $i) (local.get $a_3) (local.get $b_3))
      (local.set $y (i32.add (local.get $y) (i32.const 8)))
      (local.set $W (i32.add (local.get $W_1) (local.get $row)))
      (br_if $outputs (i32.lt_u (local.get $W) (local.get $end)))))
  ;; Add the four partial sums in a, and those in b; write both results side by side.
  (func $store (param $y i32) (param $a v128) (param $b v128)
    (local $sum v128)
    (local.set $sum (f32x4.add ;; a0 a1 b0 b1 + a2 a3 b2 b3
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $b))))
    (f32.store (local.get $y) (f32.add
      (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum))))
    (f32.store offset=4 (local.get $y) (f32.add
      (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum))))))
